"""Models, behind one seam (:mod:`scorer.models.base`). Only here may torch, transformers and openai be imported."""
