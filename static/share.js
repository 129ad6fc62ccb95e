// Copies a link, or opens the device’s share menu.

document.documentElement.classList.add("copies");
document.documentElement.classList.toggle("shares", "share" in navigator);

// Without https there is no clipboard API, only the deprecated command.
function copied(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy],[data-share]");
  if (!button) return;
  const { copy, share, done } = button.dataset;
  if (share) return navigator.share({ title: document.title, url: share }).catch(() => {});
  const there = await (navigator.clipboard ? navigator.clipboard.writeText(copy) : Promise.reject()).then(
    () => true,
    () => copied(copy),
  );
  button.focus();
  if (there) button.textContent = document.getElementById("said").textContent = done;
});
