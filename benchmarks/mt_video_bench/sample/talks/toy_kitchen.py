"""Three dialogues about the kitchen without a cook."""

from benchmarks.mt_video_bench.sample.talk import Check, Talk, Turn

VIDEO = "sample_toy_kitchen"
NOT_SHOWN = r"(does not|doesn't|never) (show|say)|no (cook|person|one|brand)|nobody|cannot"

OBJECT_REFERENCE = Talk(
    "object_reference",
    VIDEO,
    "0",
    "single",
    (
        Turn(
            "What stands on the stove at the beginning, and what lies on the board beside it?",
            "A blue pot stands on the stove. On the board lie an orange carrot, a red tomato and a bunch of "
            "green herbs.",
        ),
        Turn(
            "Which of these three is the first to leave its place?",
            "The carrot. It flies up in an arc and lands in the blue pot.",
        ),
        Turn(
            "And what happens to the round one right after that?",
            "The tomato (the round one) follows: it rises from the board and drops into the blue pot.",
            (
                Check("Does the answer understand that the round one is the tomato?", "Yes", r"\btomato\b"),
                Check("Does the answer say that it ends up in the pot?", "Yes", r"\bpot\b"),
                Check("Does the answer say that it falls on the floor?", "No", r"\b(floor|ground)\b"),
            ),
            terse="It goes into the pot too.",
        ),
        Turn(
            "Something has been burning the whole time. Where is it?",
            "It is the orange flame under the blue pot. It was lit before the carrot moved.",
        ),
        Turn(
            "When the stirring is over, what becomes of it, and what do we see then?",
            "It (the flame) goes out. A moment later a yellow bowl of orange soup stands on the board.",
            (
                Check("Does the answer understand that the flame is meant?", "Yes", r"\b(flame|fire)\b"),
                Check("Does the answer say that it goes out?", "Yes", r"\b(goes|went) out\b|\bturned off\b"),
                Check("Does the answer say that it grows larger?", "No", r"\b(grows?|bigger|larger)\b"),
                Check("Does the answer mention the yellow bowl?", "Yes", r"\byellow bowl\b"),
            ),
            terse="The flame goes out.",
            careful="It goes out, and then a bowl of soup stands on the board.",
        ),
    ),
)

ANSWER_REFUSAL = Talk(
    "answer_refusal",
    VIDEO,
    "1",
    "single",
    (
        Turn(
            "What can be seen at the window?",
            "Blue sky behind a white frame with a bar in the middle. A grey cat sits on the brown sill.",
        ),
        Turn(
            "What is the cook wearing?",
            "I cannot tell you that, because no cook is seen. Carrot, tomato and herbs fly into the pot by themselves, "
            "and nobody holds the spoon.",
            (
                Check("Does the answer say that no cook is seen?", "Yes", NOT_SHOWN),
                Check("Does the answer describe clothes?", "No", r"\b(apron|hat|shirt|wears|wearing a)\b"),
                Check("Does the answer say that things move by themselves?", "Yes", r"by themselves|nobody holds"),
            ),
            terse="A white apron.",
        ),
        Turn(
            "True, there is nobody. What moves by itself while the soup cooks?",
            "The wooden spoon. It stirs to and fro in the pot, and white steam rises beside it.",
        ),
        Turn(
            "Which brand is printed on the pot?",
            "The video does not show any brand: the pot is plain blue, with two darker handles.",
            (
                Check("Does the answer say that no brand is shown?", "Yes", NOT_SHOWN),
                Check("Does the answer name a brand?", "No", r"\bbrand is\b|\bmade by\b|\bcalled\b"),
                Check("Does the answer say that the pot is plain or blue?", "Yes", r"\b(plain|blue)\b", wavers=True),
            ),
            terse="No brand can be seen.",
        ),
        Turn(
            "Where does the cat go?",
            "It jumps down from the sill and walks out of the picture to the right, while the soup is still on "
            "the flame.",
        ),
        Turn(
            "What does the cat eat after it has walked out?",
            "I am sorry, the video does not show that. Once the cat has left, it is not seen again.",
            (
                Check("Does the answer say that the video does not show it?", "Yes", NOT_SHOWN),
                Check("Does the answer invent a meal?", "No", r"\b(fish|milk|mouse|eats|ate)\b"),
                Check("Does the answer say that the cat comes back?", "No", r"\b(comes|came) back\b"),
            ),
            terse="Fish.",
            careful="It probably eats some fish outside, but the video does not show it.",
        ),
    ),
)

SUMMARY = Talk(
    "summary",
    VIDEO,
    "2",
    "cross",
    (
        Turn(
            "How does the kitchen look before anything happens?",
            "A blue pot stands on a dark stove, three vegetables lie on a board, and a grey cat sits at the window.",
        ),
        Turn(
            "What is the first thing that changes?",
            "An orange flame is lit under the pot.",
        ),
        Turn(
            "Now the ingredients: in which order do they go into the pot?",
            "First the carrot, then the tomato, then the herbs.",
        ),
        Turn(
            "What follows once everything is in the pot?",
            "A wooden spoon stirs, and steam rises from the pot.",
        ),
        Turn(
            "Does the cat stay for the soup?",
            "No. It jumps down from the sill and leaves to the right, before the soup is ready.",
        ),
        Turn(
            "And how does the cooking end?",
            "The flame goes out, and a yellow bowl of orange soup stands on the board.",
        ),
        Turn(
            "Please sum up what we have talked about.",
            "A soup cooks itself: a flame is lit under a blue pot, then carrot, tomato and herbs go in, in "
            "this order. A "
            "spoon stirs, the cat leaves through the right side of the picture, the flame goes out, and in the end a "
            "yellow bowl of soup stands on the board.",
            (
                Check(
                    "Does the summary give the order carrot, tomato, herbs?", "Yes", r"carrot\b.*\btomato\b.*\bherbs\b"
                ),
                Check("Does the summary mention the spoon that stirs?", "Yes", r"\b(spoon|stir(s|red)?)\b"),
                Check("Does the summary say that the cat leaves?", "Yes", r"\bcat (leaves|left|walks|jumps|goes)\b"),
                Check("Does the summary say that the cat eats the soup?", "No", r"\bcat (eats|ate|licks|drinks)\b"),
                Check("Does the summary end with the bowl of soup?", "Yes", r"\bbowl of (orange )?soup\b"),
            ),
            terse="Carrot, tomato and herbs are cooked to a soup.",
        ),
    ),
)

TOY_KITCHEN = (OBJECT_REFERENCE, ANSWER_REFUSAL, SUMMARY)
