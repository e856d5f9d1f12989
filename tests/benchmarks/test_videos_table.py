"""The maintainer's table of videos: what is read of it, every fault with its line, and the bins of length."""

from pathlib import Path

import pytest

from benchmarks.videos_table import Video, bin_of, read_videos_table, require_videos
from board.errors import BenchmarkError, FaultyData
from tests.benchmarks.videos_csv import videos_table

CATEGORIES = ("medical", "retail space", "TV", "Life Record")


def test_a_row_gives_the_length_and_the_category_as_the_benchmark_spells_it(tmp_path: Path) -> None:
    file = videos_table(tmp_path, "a.mp4,0.5,Retail  SPACE", "b.mp4,60,tv", 'c.mp4, 7.25 ,"life record"')
    expected = {"a.mp4": Video(0.5, "retail space"), "b.mp4": Video(60.0, "TV"), "c.mp4": Video(7.25, "Life Record")}
    assert read_videos_table(file, CATEGORIES) == expected


def test_an_ending_may_be_left_out_or_written_where_the_official_names_have_none(tmp_path: Path) -> None:
    file = videos_table(tmp_path, "a.mp4,1,TV", "b,2,TV")
    assert list(read_videos_table(file, CATEGORIES, ending=".mp4")) == ["a", "b"]
    assert list(read_videos_table(file, CATEGORIES)) == ["a.mp4", "b"]
    twice = videos_table(tmp_path, "a.mp4,1,TV", "a,2,TV")
    with pytest.raises(FaultyData, match="line 3: duplicate video_name 'a'"):
        read_videos_table(twice, CATEGORIES, ending=".mp4")


def test_further_columns_and_a_byte_order_mark_are_left_alone(tmp_path: Path) -> None:
    file = videos_table(tmp_path, "3,a,TV,x", header="\ufeffduration_min,video_name,scene_category,notes")
    assert read_videos_table(file, CATEGORIES) == {"a": Video(3.0, "TV")}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("b,10,moon", "line 3: scene_category 'moon', expected one of: medical, retail space, TV"),
        ("b,ten,TV", "line 3: duration_min 'ten', expected minutes from 0"),
        ("b,-1,TV", "line 3: duration_min '-1'"),
        ("b,inf,TV", "line 3: duration_min 'inf'"),
        ("b,nan,TV", "line 3: duration_min 'nan'"),
        ("a,1,TV", "line 3: duplicate video_name 'a'"),
        (",1,TV", "line 3: video_name is empty"),
        ("b,1", "line 3: found more or fewer cells"),
        ("b,1,TV,4", "line 3: found more or fewer cells"),
        ('b,1,"TV', "line 3: bad CSV"),
    ],
)
def test_a_faulty_table_of_videos_is_refused_with_its_line(line: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FaultyData) as raised:
        read_videos_table(videos_table(tmp_path, "a,1,medical", line), CATEGORIES)
    assert message in str(raised.value)
    assert read_videos_table(videos_table(tmp_path, "a,1,medical"), CATEGORIES) == {"a": Video(1.0, "medical")}


def test_all_faults_are_listed_at_once_up_to_twenty(tmp_path: Path) -> None:
    with pytest.raises(FaultyData, match=r"faults \(30\)(?s:.*)line 21: (?s:.*)and 10 more$") as raised:
        read_videos_table(videos_table(tmp_path, *(f"v{n},?,TV" for n in range(30))), CATEGORIES)
    assert "line 22:" not in str(raised.value)


def test_a_table_without_its_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FaultyData, match=r"line 1: .*missing: duration_min, scene_category"):
        read_videos_table(videos_table(tmp_path, "a,3", header="video_name,minutes"), CATEGORIES)


def test_a_table_that_is_absent_or_not_utf_8_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match=r"cannot read the table of videos .*absent\.csv"):
        read_videos_table(tmp_path / "absent.csv", CATEGORIES)
    file = videos_table(tmp_path)
    file.write_bytes(file.read_bytes() + b"\xff,1,TV\n")
    with pytest.raises(BenchmarkError, match="cannot read the table of videos"):
        read_videos_table(file, CATEGORIES)


def test_every_absent_video_is_named_once_up_to_twenty() -> None:
    table = {"a": Video(1.0, "TV")}
    require_videos(["a", "a"], table, Path("videos.csv"))
    with pytest.raises(FaultyData, match=r"^2 videos of the questions are not in videos\.csv: b, c\. Add their rows$"):
        require_videos(["c", "a", "b", "c"], table, Path("some/videos.csv"))
    with pytest.raises(FaultyData, match=r"30 videos .*v19, \.\.\.\. Add"):
        require_videos((f"v{n:02}" for n in range(30)), table, Path("videos.csv"))


def test_the_start_of_a_bin_belongs_to_it() -> None:
    found = [bin_of(minutes, (0, 5, 10), ("0-5", "5-10", "10+")) for minutes in (0, 4.999, 5, 9.999, 10.0, 300)]
    assert found == ["0-5", "0-5", "5-10", "5-10", "10+", "10+"]
