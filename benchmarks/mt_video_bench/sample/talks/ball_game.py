"""Three dialogues about the game of two red discs against two blue squares."""

from benchmarks.mt_video_bench.sample.talk import Check, Talk, Turn

VIDEO = "sample_ball_game"

MEMORY_RECALL = Talk(
    "memory_recall",
    VIDEO,
    "0",
    "single",
    (
        Turn(
            "Who plays here, and where do the teams stand at kick-off?",
            "Two red discs on the left and in the middle play against two blue squares on the right. A black triangle, "
            "the referee, stands in the centre.",
        ),
        Turn(
            "How is the first goal scored?",
            "One red disc passes to the other, and that one shoots into the right goal. A red mark appears on "
            "top: 1-0.",
        ),
        Turn(
            "You said that a red mark appears after a goal. In which round was that, and which mark joins it later?",
            "That was in round 2, about the first goal. Later a blue square joins it, when blue scores the 1-1.",
            (
                Check("Does the answer name round 2?", "Yes", r"\bround 2\b|\bsecond round\b"),
                Check("Does the answer say that a blue mark joins it?", "Yes", r"\bblue\b"),
                Check("Does the answer say that a second red mark joins it?", "No", r"\b(second|another) red\b"),
                Check("Does the answer say that the score stays 1-0?", "No", r"\bstays 1-0\b"),
            ),
            terse="A blue one.",
        ),
        Turn(
            "What interrupts the game?",
            "A brown dog runs across the pitch from left to right. All players stand still until it is gone.",
        ),
        Turn(
            "And who has the ball when the game goes on?",
            "A blue square. It takes the ball to the left, past a red disc, and shoots into the left goal.",
        ),
        Turn(
            "Someone was named who stands in the centre. When did we speak of that, and what does it do at the "
            "very end?",
            "We spoke of the referee in round 1. At the very end the black triangle holds up a yellow card.",
            (
                Check("Does the answer name round 1?", "Yes", r"\bround 1\b|\bfirst round\b"),
                Check("Does the answer understand that the referee is meant?", "Yes", r"\b(referee|triangle)\b"),
                Check("Does the answer mention a yellow card?", "Yes", r"\byellow card\b"),
                Check("Does the answer mention a red card?", "No", r"\bred card\b"),
            ),
            terse="The referee shows a yellow card.",
            careful="That was in round 1. The referee ends the game with a whistle.",
        ),
    ),
)

TOPIC_SHIFTING = Talk(
    "topic_shifting",
    VIDEO,
    "1",
    "cross",
    (
        Turn(
            "How does the game stand when the video ends?",
            "1-1. Red scored first, blue equalised, and the last shot by red hit the post.",
        ),
        Turn(
            "That reminds me of school. How many players does a football team have on the pitch?",
            "In ordinary football it is eleven, one of them the goalkeeper. The teams in this video have only two.",
            (
                Check("Does the answer say eleven?", "Yes", r"\b(eleven|11)\b"),
                Check("Does the answer treat the question as one about football in general?", "Yes", r"\bfootball\b"),
                Check("Does the answer say that each team here has eleven players?", "No", r"\bhere .{0,20}eleven\b"),
            ),
            terse="Eleven.",
        ),
        Turn(
            "Back to our game: what runs across the pitch?",
            "A brown dog with a long tail. It runs from left to right while everybody stands still.",
        ),
        Turn(
            "My sister wants a dog. Does a dog need a walk every day?",
            "Yes, and better two or three. Even a small dog should go out every day, to move and to meet others.",
            (
                Check("Does the answer recommend a walk every day?", "Yes", r"\b(every day|daily|a day)\b"),
                Check("Does the answer turn back to the ball game?", "No", r"\b(pitch|ball|referee)\b"),
                Check("Does the answer say that one walk a week is enough?", "No", r"\b(once a week|weekly)\b"),
            ),
            terse="Yes, every day.",
            careful="Yes, a dog should go out every day. The one on the pitch clearly likes to run!",
        ),
        Turn(
            "And in the video, is the dog seen again after the second goal?",
            "No. It leaves to the right before that goal and does not come back.",
        ),
    ),
)

PROACTIVE_INTERACTION = Talk(
    "proactive_interaction",
    VIDEO,
    "2",
    "single",
    (
        Turn(
            "It is just some dots on a green field.",
            "It is a small ball game: red discs against blue squares. Did you notice how the marks on top change?",
        ),
        Turn(
            "Not really.",
            "Look at the dark strip: a red mark comes first, then a blue one, so the game ends 1-1. Which of "
            "the two goals "
            "did you find harder to score?",
            (
                Check("Does the answer point to a detail of the video?", "Yes", r"\b(mark|strip|goal|dog|card)s?\b"),
                Check("Does the answer ask a question?", "Yes", r"\?"),
                Check("Does the answer end the conversation?", "No", r"\b(goodbye|bye|that is all)\b"),
            ),
            terse="The game ends 1-1.",
        ),
        Turn(
            "They looked the same to me.",
            "The second one was longer work: blue carried the ball over half the pitch. Why did nobody stop "
            "it, do you think?",
        ),
        Turn(
            "No idea. I am getting bored.",
            "Then here is a riddle: just before, a dog had run across the pitch, and everyone was still. Could "
            "red have "
            "been dreaming of the dog when blue set off?",
            (
                Check("Does the answer bring up something new, such as the dog?", "Yes", r"\bdog\b", wavers=True),
                Check("Does the answer ask an open question?", "Yes", r"\b(why|how|what|which|could|who)\b[^.]*\?"),
                Check("Does the answer simply agree that it is boring?", "No", r"\b(yes|indeed|agree).{0,20}boring\b"),
                Check("Does the answer tie its question to what is seen?", "Yes", r"\b(pitch|ball|blue|red)\b.*\?"),
            ),
            terse="What about the dog?",
        ),
        Turn(
            "Ha, maybe. What was the yellow thing?",
            "A yellow card, shown by the black triangle in the centre at the very end. Who do you think it was for?",
        ),
    ),
)

BALL_GAME = (MEMORY_RECALL, TOPIC_SHIFTING, PROACTIVE_INTERACTION)
