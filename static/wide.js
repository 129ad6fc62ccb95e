// Opens the TV scoreboard on a wide screen that only watches, unless the reader comes from another page of the table.

const board = document.getElementById("board");
const inside = document.referrer.startsWith(new URL("./", location.href).href);
if (matchMedia(board.media).matches && !inside) location.replace(board.href);
