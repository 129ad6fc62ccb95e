// Shows only the games with a name that begins with what is typed, otherwise those that contain it. A name in another
// language counts if none in the reader's language does, and is shown then.

const plain = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
const spaced = (word) => ` ${plain(word).replace(/[^\p{L}\p{N}_]/gu, " ")}`;
const MISSED = 4;

// As in `Search.rate` of the server.
const rate = (game, wanted) => {
  const named = [game.querySelector("b"), game.querySelector(".also")].map((name) => (name ? spaced(name.textContent) : ""));
  const typed = spaced(wanted);
  if (!wanted) return 0;
  if (named[0].includes(typed)) return 0;
  if (named[1].includes(typed)) return 1;
  if (named[0].includes(typed.slice(1))) return 2;
  return named[1].includes(typed.slice(1)) ? 3 : MISSED;
};

document.addEventListener("input", ({ target }) => {
  if (target.name !== "name") return;
  const games = document.getElementById("games");
  const rates = new Map([...games.querySelectorAll("a")].map((game) => [game, rate(game, plain(target.value))]));
  const best = Math.min(MISSED - 1, ...rates.values());
  for (const also of games.querySelectorAll(".also")) also.hidden = !("byKind" in games.dataset) && best % 2 === 0;
  let found = 0;
  for (const [game, rated] of rates) {
    game.hidden = rated !== best;
    found += !game.hidden && !game.matches(".other");
  }
  for (const section of games.querySelectorAll("section")) section.hidden = !section.querySelector("a:not([hidden])");
  document.getElementById("none").hidden = games.querySelector("a:not([hidden])") !== null;
  const count = document.querySelector("#count span");
  if (count) count.textContent = found;
  // The choices of players and order keep what is typed.
  for (const choice of document.querySelectorAll("#numbers a, #orders a")) {
    const url = new URL(choice.href);
    url.searchParams.set("name", target.value);
    choice.href = url;
  }
});
