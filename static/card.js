// Shows the password of the Wi-Fi while the button for it is pressed in.

const button = document.getElementById("reveal");
if (button) button.hidden = false;

addEventListener("click", ({ target }) => {
  if (target !== button || !button) return;
  const shows = button.getAttribute("aria-pressed") === "false";
  button.setAttribute("aria-pressed", String(shows));
  document.getElementById("password").type = shows ? "text" : "password";
});
