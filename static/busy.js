// Work that the page waits for. Tests and style sheets see it on the page.

let pieces = 0;
let last = Promise.resolve();

export const isBusy = () => pieces > 0;

// Mark the page as busy while there is work. The mark is renewed with 0 after a new page was shown.
export function work(more) {
  pieces += more;
  document.body.toggleAttribute("data-busy", isBusy());
}

// Run functions one after the other. A failed one does not stop those after it.
export const inTurn = (next) => (last = last.then(next, next));
