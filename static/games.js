// Shows only the games whose name contains what is typed, in any language.

const plain = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

document.addEventListener("input", ({ target }) => {
  if (target.name !== "name") return;
  const wanted = plain(target.value);
  const games = document.getElementById("games");
  let found = 0;
  for (const section of games.querySelectorAll("section")) {
    for (const game of section.querySelectorAll("a")) {
      const shown = plain(game.querySelector("b").textContent).includes(wanted);
      const others = game.querySelector(".also");
      game.hidden = !shown && !(others && plain(others.textContent).includes(wanted));
      if (others) others.hidden = shown && !("byKind" in games.dataset);
      found += !game.hidden && !game.matches(".other");
    }
    section.hidden = !section.querySelector("a:not([hidden])");
  }
  document.getElementById("none").hidden = games.querySelector("a:not([hidden])") !== null;
  const count = document.getElementById("count");
  if (count) count.textContent = games.dataset.of.replace("#", found);
  // The choices of players and order keep what is typed.
  for (const choice of document.querySelectorAll("#numbers a, #orders a")) {
    const url = new URL(choice.href);
    url.searchParams.set("name", target.value);
    choice.href = url;
  }
});
