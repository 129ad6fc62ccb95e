// Shows only the games whose name contains what is typed.

const plain = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

document.addEventListener("input", ({ target }) => {
  if (target.name !== "name") return;
  const wanted = plain(target.value);
  const games = document.getElementById("games");
  let found = 0;
  for (const section of games.querySelectorAll("section")) {
    for (const game of section.querySelectorAll("a")) {
      game.hidden = !plain(game.querySelector("b").textContent).includes(wanted);
      found += !game.hidden && !game.matches(".other");
    }
    section.hidden = !section.querySelector("a:not([hidden])");
  }
  document.getElementById("none").hidden = games.querySelector("a:not([hidden])") !== null;
  const count = document.getElementById("count");
  if (count) count.textContent = games.dataset.of.replace("#", found);
  // The choice of players keeps what is typed.
  for (const number of document.querySelectorAll("#numbers a")) {
    const url = new URL(number.href);
    url.searchParams.set("name", target.value);
    number.href = url;
  }
});
