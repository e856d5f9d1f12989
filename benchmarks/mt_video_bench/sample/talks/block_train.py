"""Three dialogues about the train that loses a wagon."""

from benchmarks.mt_video_bench.sample.talk import Check, Talk, Turn

VIDEO = "sample_block_train"
NOT_SHOWN = r"(does not|doesn't|never) (show|say)|not (shown|seen|visible)|too dark|cannot"

SUMMARY = Talk(
    "summary",
    VIDEO,
    "0",
    "cross",
    (
        Turn(
            "Which train is this?",
            "A red engine that pulls a yellow, a blue and a green wagon.",
        ),
        Turn(
            "What happens at the orange station?",
            "A purple peg doll walks to the yellow wagon and gets in. Then the train leaves to the right.",
        ),
        Turn(
            "What does the train cross first?",
            "A stone bridge over a blue river, in which a white sailing boat lies.",
        ),
        Turn(
            "Please sum up the journey so far.",
            "So far: the purple doll gets into the yellow wagon at the orange station, and the train crosses "
            "the bridge "
            "over the river with the sailing boat.",
            (
                Check("Does the summary mention that the doll gets in?", "Yes", r"\bdoll\b"),
                Check("Does the summary mention the bridge or the river?", "Yes", r"\b(bridge|river)\b"),
                Check("Does the summary mention the tunnel, of which nobody has spoken yet?", "No", r"\btunnel\b"),
            ),
            terse="A doll boards a train, and it crosses a river.",
        ),
        Turn(
            "And then it gets dark?",
            "Yes, the train runs through a tunnel. When it comes out, the green wagon is gone.",
        ),
        Turn(
            "Does the weather hold?",
            "No. It begins to snow, and the green meadow turns white.",
        ),
        Turn(
            "Where does the doll get off?",
            "At a blue station, when the train has stopped in the snow.",
        ),
        Turn(
            "Now sum up the whole journey.",
            "A purple doll boards the yellow wagon at the orange station. The train crosses a bridge and loses "
            "its green "
            "wagon in a tunnel. Snow begins to fall, and at the blue station the doll gets off.",
            (
                Check("Does the summary say that the green wagon is lost?", "Yes", r"\bgreen( wagon)?\b"),
                Check("Does the summary connect the loss with the tunnel?", "Yes", r"\btunnel\b", wavers=True),
                Check("Does the summary mention the snow?", "Yes", r"\bsnow"),
                Check("Does the summary say that the doll stays on the train?", "No", r"\bstays on\b"),
                Check("Does the summary name the blue station at the end?", "Yes", r"\bblue station\b"),
            ),
            terse="The train goes through a tunnel and through snow, and the doll gets off.",
        ),
    ),
)

OBJECT_REFERENCE = Talk(
    "object_reference",
    VIDEO,
    "1",
    "single",
    (
        Turn(
            "Who waits at the station?",
            "A purple peg doll. Behind it stands an orange house with a clock.",
        ),
        Turn(
            "Where does it get in?",
            "Into the yellow wagon, the one right behind the engine.",
            (
                Check("Does the answer name the yellow wagon?", "Yes", r"\byellow\b"),
                Check("Does the answer name the blue or the green wagon?", "No", r"\b(blue|green)\b"),
                Check("Does the answer say that it stays outside?", "No", r"\b(outside|platform)\b"),
            ),
            terse="Into the yellow wagon.",
        ),
        Turn(
            "What comes out of the engine's chimney?",
            "White puffs of smoke, as long as the train runs.",
        ),
        Turn(
            "What floats on the water below?",
            "A small boat with a white sail and a brown hull. It lies under the bridge.",
        ),
        Turn(
            "After the dark, one of them is missing. Which one, and which are left?",
            "The green one (the last wagon) is missing. The yellow and the blue wagon are left.",
            (
                Check("Does the answer understand that wagons are meant?", "Yes", r"\bwagons?\b"),
                Check("Does the answer say that the green one is missing?", "Yes", r"\bgreen\b"),
                Check(
                    "Does the answer say that the yellow one is missing?", "No", r"\byellow (one|wagon) is missing\b"
                ),
                Check("Does the answer say that two are left?", "Yes", r"\btwo\b|\byellow and (the )?blue\b"),
            ),
            terse="The green wagon.",
            careful="The blue wagon is missing; the yellow and the green one are left.",
        ),
        Turn(
            "And is it found again?",
            "No. When the train stops at the blue house there are still two wagons.",
        ),
    ),
)

ANSWER_REFUSAL = Talk(
    "answer_refusal",
    VIDEO,
    "2",
    "cross",
    (
        Turn(
            "In which direction does the train run?",
            "To the right, all the way.",
        ),
        Turn(
            "What happens to the green wagon inside the tunnel?",
            "That cannot be seen: the tunnel is completely dark. We only know that the wagon is gone afterwards.",
            (
                Check("Does the answer say that this cannot be seen?", "Yes", NOT_SHOWN),
                Check("Does the answer invent what happened?", "No", r"\b(derail|crash|uncoupled|falls|stolen)"),
                Check("Does the answer say that the wagon is gone afterwards?", "Yes", r"\bgone\b|\bmissing\b"),
            ),
            terse="It is uncoupled.",
        ),
        Turn(
            "What is the weather like afterwards?",
            "At first as bright as before; then snow falls until the end.",
        ),
        Turn(
            "How does the station clock look?",
            "Round and white, with two black hands.",
        ),
        Turn(
            "Who drives the engine?",
            "I am sorry, no driver is shown. The engine has a window, but there is nobody behind it.",
            (
                Check("Does the answer say that no driver is shown?", "Yes", rf"no driver|{NOT_SHOWN}"),
                Check("Does the answer name a driver?", "No", r"\bdriven by\b|\bdoll drives\b|\bdriver is a\b"),
                Check("Does the answer mention the empty window?", "Yes", r"\bwindow\b"),
            ),
            terse="The purple doll drives it.",
        ),
        Turn(
            "Where is the doll during the ride?",
            "In the yellow wagon. Its head can be seen above the side.",
        ),
        Turn(
            "And where does it go at the end?",
            "It gets out at the blue station and stands beside the train.",
        ),
    ),
)

BLOCK_TRAIN = (SUMMARY, OBJECT_REFERENCE, ANSWER_REFUSAL)
