"use strict";
/* What is shown, kept in the part of the address after #, so that it can be shared, reloaded and gone back to:
   #tab=charts&q=qwen&sort=mra/task=VOC&f.access=open. Only what differs from the default is written. */
Retally.state = (() => {
  const DEFAULT = {
    tab: "table", // table, charts or categories
    q: "", // what is searched for
    sort: "", // the key of a column; empty: the headline
    dir: "", // asc or desc; empty: best first
    cols: null, // keys of the columns shown; null: those shown without being asked
    group: "", // the card column that rows are grouped by
    as: "score", // score, gap or rank
    ci: "on", // on: the intervals that came with the page; all: of every number; off: none
    together: "", // 1: all protocols are ranked together
    also: "", // the key of the column that a phone shows beside the headline
    hide: [], // kinds of rows that are not shown: floor, published, unranked
    filters: {}, // by card column: the texts that pass; from and to: days, or 6m for the last six months
  };
  const TABS = ["table", "charts", "categories"];
  const LISTS = ["cols", "hide"];
  const listeners = [];
  const value = {};

  /** What an address asks for; null where it names a place on the page (#main) and no state. */
  function read(hash) {
    const text = hash.replace(/^#/, "");
    if (text && !text.includes("=")) return TABS.includes(text) ? { ...DEFAULT, tab: text } : null;
    const asked = new URLSearchParams(text);
    const found = { ...DEFAULT, filters: {} };
    for (const name of new Set(asked.keys())) {
      if (name.startsWith("f.")) found.filters[name.slice(2)] = asked.getAll(name);
      else if (LISTS.includes(name)) found[name] = asked.getAll(name);
      else if (Object.hasOwn(DEFAULT, name) && name !== "filters") found[name] = asked.get(name);
    }
    found.q = found.q.trim();
    for (const day of ["from", "to"]) if (!found.filters[day]?.[0]) delete found.filters[day];
    if (!["asc", "desc"].includes(found.dir)) found.dir = DEFAULT.dir;
    if (!TABS.includes(found.tab)) found.tab = DEFAULT.tab;
    if (!["score", "gap", "rank"].includes(found.as)) found.as = DEFAULT.as;
    return found;
  }

  /** The state as it stands after the #. */
  function written() {
    const told = new URLSearchParams();
    for (const [name, standard] of Object.entries(DEFAULT)) {
      if (name === "filters") continue;
      if (LISTS.includes(name)) (value[name] ?? []).forEach((entry) => told.append(name, entry));
      else if (value[name] !== standard) told.set(name, value[name]);
    }
    for (const [name, texts] of Object.entries(value.filters)) texts.forEach((text) => told.append(`f.${name}`, text));
    return told.toString().replaceAll("%2F", "/").replaceAll("%3D", "="); // both are plain inside a value
  }

  /** Changes the state, the address and the page. `typing` makes no new step to go back to. */
  function set(change, { typing = false } = {}) {
    Object.assign(value, change);
    const hash = written();
    const address = hash ? `#${hash}` : location.pathname + location.search;
    if (hash !== location.hash.slice(1)) {
      try {
        history[typing ? "replaceState" : "pushState"](null, "", address);
      } catch {
        location.replace(`#${hash}`); // a page from a disk may not write its own address without a #
      }
    }
    tell();
  }

  /** Sets one filter to some texts; none takes it away. */
  function filter(name, texts) {
    const filters = { ...value.filters, [name]: texts };
    if (!texts.length) delete filters[name];
    set({ filters });
  }

  /** Calls a function now and after every change. */
  function follow(listener) {
    listeners.push(listener);
    listener(value);
  }

  function tell() {
    for (const listener of listeners) listener(value);
  }

  /** The address of what is shown. */
  function link() {
    return location.href.replace(/#.*$/, "") + (written() ? `#${written()}` : "");
  }

  /** A link to a place on this page (#main) leads there, and leaves the state in the address. */
  function keep() {
    try {
      history.replaceState(null, "", link());
    } catch {
      /* the state then is lost on a reload only */
    }
  }

  function reread() {
    const found = read(location.hash);
    if (!found) return keep();
    if (found && JSON.stringify(found) !== JSON.stringify(value)) {
      Object.assign(value, found);
      tell();
    }
  }

  Object.assign(value, read(location.hash) ?? { ...DEFAULT, filters: {} });
  window.addEventListener("hashchange", reread);
  window.addEventListener("popstate", reread);
  return { value, DEFAULT, TABS, set, filter, follow, link };
})();
