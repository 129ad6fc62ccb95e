// Shows only the games whose name contains what is typed.

const plain = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

document.addEventListener("input", ({ target }) => {
  if (target.name !== "name") return;
  const wanted = plain(target.value);
  const hide = (game) => (game.hidden = !plain(game.querySelector("b").textContent).includes(wanted));
  const found = [...document.querySelectorAll("#games>a")].map(hide).includes(false);
  document.getElementById("none").hidden = found;
  document.getElementById("games").hidden = !found;
});
