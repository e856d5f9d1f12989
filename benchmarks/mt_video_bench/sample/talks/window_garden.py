"""Three dialogues about the sunflower that grows in two nights."""

from benchmarks.mt_video_bench.sample.talk import Check, Talk, Turn

VIDEO = "sample_window_garden"

TOPIC_SHIFTING = Talk(
    "topic_shifting",
    VIDEO,
    "0",
    "cross",
    (
        Turn(
            "What falls into the pot?",
            "A single brown seed, from above.",
        ),
        Turn(
            "And what is the grey thing that comes next?",
            "A watering can. Blue drops fall from its spout into the pot.",
        ),
        Turn(
            "By the way, how do I get ink out of a white shirt?",
            "Dab the stain with alcohol, do not rub, then wash the shirt in cold water. That has nothing to do "
            "with our "
            "plant, but it usually helps.",
            (
                Check("Does the answer give advice about the stain?", "Yes", r"\b(dab|wash|rinse|alcohol|soak)\b"),
                Check("Does the answer explain the watering can again?", "No", r"\bwatering can\b|\bspout\b"),
                Check("Does the answer advise hot water?", "No", r"\bhot water\b"),
            ),
            terse="Wash it in cold water.",
        ),
        Turn(
            "Thank you. How do we know that a night has passed?",
            "The room turns dark, and a moon stands in the window instead of the sun. Then it is light again.",
        ),
        Turn(
            "What is there in the morning?",
            "A small green sprout in the pot.",
        ),
        Turn(
            "I have to cook tonight. How long does rice take?",
            "White rice takes about fifteen to twenty minutes, brown rice about twice as long.",
            (
                Check("Does the answer name a time for rice?", "Yes", r"\b(minutes|hour)\b"),
                Check("Does the answer stay with rice?", "Yes", r"\brice\b"),
                Check("Does the answer speak of the sprout or the pot?", "No", r"\b(sprout|pot|seed)\b"),
                Check("Does the answer say that rice takes hours?", "No", r"\bhours\b"),
            ),
            terse="Fifteen minutes.",
        ),
        Turn(
            "Back at the window: who visits the pot during the day?",
            "A snail with an orange shell. It creeps up the side of the pot and stays on the rim.",
        ),
        Turn(
            "And what happens after the second night?",
            "A yellow blossom opens, and a bee comes and sits on it.",
        ),
    ),
)

MEMORY_RECALL = Talk(
    "memory_recall",
    VIDEO,
    "1",
    "cross",
    (
        Turn(
            "What do we see first?",
            "A clay pot on the sill of a window, and a brown seed that falls into it. The sun is shining.",
        ),
        Turn(
            "How is it cared for?",
            "A grey can waters it once, before the first night.",
        ),
        Turn(
            "What comes out of the earth after that night?",
            "A green sprout. It grows, and two leaves unfold.",
        ),
        Turn(
            "You mentioned two leaves. When did we speak of them, and who arrives while they unfold?",
            "We spoke of them in round 3. Meanwhile a snail with an orange shell creeps up the pot.",
            (
                Check("Does the answer name round 3?", "Yes", r"\bround 3\b|\bthird round\b"),
                Check("Does the answer say that a snail arrives?", "Yes", r"\bsnail\b"),
                Check("Does the answer say that the bee arrives then?", "No", r"\bbee\b"),
            ),
            terse="A snail.",
        ),
        Turn(
            "How many nights pass in all?",
            "Two. In both of them a moon stands in the window.",
        ),
        Turn(
            "Earlier you spoke of something that falls. In which round was that, and what has become of it at the end?",
            "That was in round 1: the brown seed. At the end it is a sunflower with a yellow blossom and a bee on it.",
            (
                Check("Does the answer name round 1?", "Yes", r"\bround 1\b|\bfirst round\b"),
                Check("Does the answer say that the seed is meant?", "Yes", r"\bseed\b"),
                Check("Does the answer say that it has become a flower?", "Yes", r"\b(sun)?flower\b|\bblossom\b"),
                Check("Does the answer say that it has withered?", "No", r"\b(wither|dried|dead)"),
                Check("Does the answer say that it is a tree by then?", "No", r"\btree\b"),
            ),
            terse="The seed is a flower now.",
            careful="You mean the seed from round 2. At the end it is a sunflower.",
        ),
        Turn(
            "And the snail, is it still there?",
            "Yes, it still sits on the rim of the pot.",
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
            "A flower pot. Nothing happens.",
            "Give it two nights! A seed has just fallen in. What do you think it will become?",
        ),
        Turn(
            "Some weed, I suppose.",
            "Watch the leaves: two of them unfold, one on each side, while a snail climbs up. Do you think it "
            "is after them?",
            (
                Check("Does the answer point to the leaves or the snail?", "Yes", r"\b(leaf|leaves|snail)\b"),
                Check("Does the answer ask a question?", "Yes", r"\?"),
                Check("Does the answer just agree that it is a weed?", "No", r"\b(yes|right|agree).{0,20}weed\b"),
            ),
            terse="Maybe. There is also a snail.",
        ),
        Turn(
            "Snails eat everything.",
            "This one does not: it stays on the rim, and the leaves are whole to the end. What might have kept "
            "it there?",
        ),
        Turn(
            "I don't care about snails.",
            "Then look up: after the second night a yellow blossom opens, right in the middle of the window. "
            "Which visitor "
            "would you expect next?",
            (
                Check("Does the answer lead away from the snail?", "Yes", r"\b(blossom|flower|bee|moon|night)\b"),
                Check("Does the answer ask what may come next?", "Yes", r"\b(next|expect|guess)\b.*\?"),
                Check("Does the answer insist on the snail?", "No", r"\bsnail\b"),
                Check("Does the answer reproach the user?", "No", r"\byou should (care|be)\b|\brude\b"),
            ),
        ),
        Turn(
            "A butterfly?",
            "Nearly: a bee comes from the left and sits on the brown centre of the flower.",
        ),
    ),
)

WINDOW_GARDEN = (TOPIC_SHIFTING, MEMORY_RECALL, PROACTIVE_INTERACTION)
