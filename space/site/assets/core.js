"use strict";
/* The base of every page's scripts: data that is loaded as scripts (a page opened from a disk may not fetch),
   small helpers to make elements from text, and what shows only where scripts run. */
window.Retally = (() => {
  const root = document.body.dataset.root;
  const data = new Map();
  const waiting = new Map();

  /** Called by data files: keeps a value under its name. */
  function put(name, value) {
    data.set(name, value);
  }

  /** The address of a data file: "rows/BOARD" lies in data/BOARD.rows.js, "answers/BOARD/ID" in data/BOARD.answers/ID.js. */
  function addressOf(name) {
    const [kind, board, id] = name.split("/").map(encodeURIComponent);
    return `${root}data/${board}.${kind}${id ? `/${id}` : ""}.js`;
  }

  /** A promise of the value under a name, read once; it fails with words where the file is not there. */
  function load(name) {
    if (data.has(name)) return Promise.resolve(data.get(name));
    if (!waiting.has(name)) {
      const failed = (error) => {
        waiting.delete(name); // the next one who asks tries again
        throw error;
      };
      waiting.set(name, script(addressOf(name)).then(() => data.get(name), failed));
    }
    return waiting.get(name);
  }

  /** A promise of a script having run. */
  function script(address) {
    return new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = address;
      element.onload = () => resolve();
      element.onerror = () => reject(new Error(`${address} could not be read`));
      document.head.append(element);
    });
  }

  /** An element with attributes and children; a child that is a string becomes text, never markup. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  /** The same for the elements of a drawing. */
  function draw(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  document.documentElement.classList.add("scripted");
  const here = document.querySelector("header nav [aria-current]");
  if (here) here.closest("nav").scrollLeft = here.offsetLeft - 40; // on a phone the header is wider than the screen
  for (const element of document.querySelectorAll(".js[hidden]")) element.hidden = false;
  return { root, put, load, script, make, draw };
})();
