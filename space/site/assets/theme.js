"use strict";
/* Light or dark: from the system, or as chosen here before. Runs before anything is drawn. */
(() => {
  const KEY = "retally-theme";
  const CHOICES = ["auto", "light", "dark"];

  function chosen() {
    try {
      return CHOICES.includes(localStorage.getItem(KEY)) ? localStorage.getItem(KEY) : "auto";
    } catch {
      return "auto";
    }
  }

  function show(theme) {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const button = document.getElementById("theme");
    if (button) button.textContent = `Theme: ${theme}`;
    document.dispatchEvent(new Event("theme"));
  }

  show(chosen());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(chosen()));
  document.addEventListener("DOMContentLoaded", () => {
    show(chosen());
    document.getElementById("theme").addEventListener("click", () => {
      const next = CHOICES[(CHOICES.indexOf(chosen()) + 1) % CHOICES.length];
      try {
        localStorage.setItem(KEY, next);
      } catch {
        /* a page from a disk may not keep anything: the theme then holds for this page */
      }
      show(next);
    });
  });
})();
