"use strict";
/* The view as it stands — its rows and columns, in their order — as CSV, Markdown or LaTeX, to copy or to keep. */
Retally.export = (() => {
  const { make, numbers, state, table } = Retally;
  const LATEX = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "–": "--",
    "±": "$\\pm$",
    "≤": "$\\leq$",
  };

  /** What is shown as texts: headings, and rows of {text, reach}, rows of means among them. */
  function grid(view) {
    const apart = table.several && table.byKey.has("protocol") && !view.shown.includes(table.byKey.get("protocol"));
    const columns = apart ? [...view.shown, table.byKey.get("protocol")] : view.shown;
    const reaches = state.value.ci !== "off" && state.value.as === "score";
    const rows = [...table.element.tBodies].flatMap((body) => [...body.rows]).filter((row) => row.className !== "g");
    const known = new Map(table.rows.map((row) => [row.element, row]));
    const child = (at) => (at > 2 && !table.phone.matches ? at + 1 : at); // whiskers stand between
    const cells = (row) => columns.map((column, at) => cellOf(known.get(row), row.cells[child(at)], column, reaches));
    return { columns, reaches, rows: rows.map(cells) };
  }

  /** The cell of a row, or of a line of means, which has one for each column shown. */
  function cellOf(row, ofMean, column, reaches) {
    const cell = row ? row.cells[column.place] : ofMean;
    const rank = column.key === "rank" && cell.lastChild.data; // the box to pick it stands before
    const text = rank || (column.key === "model" && row?.name) || (cell?.firstChild?.data ?? "");
    const reach = reaches && intervals(column) && column.value ? cell?.querySelector("small")?.textContent ?? "" : "";
    return { text: text.trim() === numbers.DASH ? "" : text.trim(), reach };
  }

  /** Whether a column's intervals are shown: boards of many rows carry only the headline's unless asked. */
  function intervals(column) {
    return !Retally.intervals.lean || state.value.ci === "all" || column === table.headline;
  }

  /** A cell of CSV that no spreadsheet takes for a formula; negative numbers stay numbers. */
  function csvCell(text) {
    const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?%?$/.test(text);
    const plain = formula ? `'${text}` : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  }

  /** A heading, and what its numbers are where they are no scores. */
  function headOf({ label, value }) {
    const kind = { gap: "gap to the best row", rank: "rank" }[state.value.as];
    return value && kind ? `${label} (${kind})` : label;
  }

  function csv(view) {
    const { columns, reaches, rows } = grid(view);
    const told = columns.map((column) => reaches && column.value && intervals(column));
    const head = columns.flatMap((column, at) => (told[at] ? [column.label, `${column.label} interval`] : [headOf(column)]));
    const cells = ({ text, reach }, at) => (told[at] ? [text, reach] : [text]);
    const body = rows.map((row) => row.flatMap(cells));
    return [head, ...body].map((line) => line.map(csvCell).join(",")).join("\r\n") + "\r\n";
  }

  function markdownCell(text) {
    return text.replace(/[\\`*_{}[\]<>#|~&!$]/g, "\\$&").replace(/\s+/g, " ");
  }

  function markdown(view) {
    const { columns, rows } = grid(view);
    const line = (cells) => `| ${cells.join(" | ")} |`;
    const rules = columns.map((column) => (column.value ? "---:" : "---"));
    const body = rows.map((row) => line(row.map(({ text, reach }) => markdownCell(text) + (reach && ` (${reach})`))));
    return [line(columns.map((column) => markdownCell(headOf(column)))), line(rules), ...body].join("\n") + "\n";
  }

  function latexCell(text) {
    return text.replace(/\s+/g, " ").replace(/[&%$#_{}]|[\\~^–±≤]/g, (sign) => LATEX[sign] ?? `\\${sign}`);
  }

  function latex(view) {
    const { columns, rows } = grid(view);
    const line = (cells) => `${cells.join(" & ")} \\\\`;
    const cell = ({ text, reach }) => latexCell(text) + (reach && ` {\\scriptsize ${latexCell(reach)}}`);
    const body = rows.map((row) => line(row.map(cell)));
    const align = columns.map((column) => (column.value ? "r" : "l")).join("");
    const head = line(columns.map((column) => latexCell(headOf(column))));
    const about = `% ${document.body.dataset.title.replace(/\s+/g, " ")}; needs \\usepackage{booktabs}`;
    const start = [about, `\\begin{tabular}{${align}}`, "\\toprule", head, "\\midrule"];
    return [...start, ...body, "\\bottomrule", "\\end{tabular}"].join("\n") + "\n";
  }

  const FORMATS = [
    ["CSV", csv, "csv", "text/csv"],
    ["Markdown", markdown, "md", "text/markdown"],
    ["LaTeX", latex, "tex", "application/x-tex"],
  ];

  /** Copies a text; where the browser forbids it, shows it selected in a dialog. */
  async function copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      said("Copied");
    } catch {
      const closed = () => {
        dialog.remove();
        document.getElementById("panel-export-button").focus(); // the panel that it was opened from is closed by now
      };
      const area = make("textarea", { readonly: true, rows: 12, "aria-label": "Text to copy" }, text);
      const close = make("form", { method: "dialog" }, make("button", { class: "button" }, "Close"));
      const words = make("p", {}, "Press Ctrl+C (⌘C) to copy.");
      const told = { class: "copying", "aria-label": "Copy", onclose: closed };
      const dialog = make("dialog", told, words, area, close);
      document.body.append(dialog);
      dialog.showModal();
      area.focus();
      area.select();
    }
  }

  function download(text, ending, type) {
    const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
    const link = make("a", { href: address, download: `${table.board}.${ending}` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it only after the click
  }

  /** The lines of the menu; `view` gives what is shown when one is chosen. */
  function menu(view) {
    const said = make("span", { class: "said", role: "status" });
    const say = (text) => (said.textContent = text);
    const button = (label, words, onclick) =>
      make("button", { type: "button", class: "chip", "aria-label": words, onclick }, label);
    const lines = FORMATS.map(([name, write, ending, type]) => {
      const save = () => {
        download(write(view()), ending, type);
        say("Saved");
      };
      const copies = button("Copy", `Copy as ${name}`, () => copy(write(view()), say));
      return make("div", { class: "format" }, make("span", {}, name), copies, button("Download", `Download as ${name}`, save));
    });
    const link = button("Copy link to this view", null, () => copy(state.link(), say));
    return [make("p", { class: "hint" }, "The rows and columns shown, in this order."), ...lines, link, said];
  }

  return { menu, csv, markdown, latex, csvCell, markdownCell, latexCell };
})();
