"""Many scores to one estimate; one small file a metric family. Nothing missing ever leaves the denominator."""
