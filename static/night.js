// Draws a photo into the picture of a game night, where the race would be. The photo is sent nowhere.

const picture = document.getElementById("picture");
const save = document.getElementById("save");
const choice = document.getElementById("photo");
const unreadable = document.getElementById("unreadable");
const without = document.getElementById("without");
const usual = { src: picture.src, href: save.href, name: save.download };
// The policy for pictures of this app allows data, and forbids the addresses that browsers make for files.
const read = (file) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = failed;
    reader.readAsDataURL(file);
  });

async function load(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function show(src, href, name, plain) {
  picture.src = src;
  save.href = href;
  save.download = name;
  without.hidden = plain;
}

async function draw(file) {
  const [photo, frame] = await Promise.all([read(file).then(load), load(picture.dataset.photo)]);
  const canvas = document.createElement("canvas");
  canvas.width = frame.naturalWidth;
  canvas.height = frame.naturalHeight;
  const context = canvas.getContext("2d");
  context.drawImage(frame, 0, 0);
  // The middle of the photo fills the place.
  const [x, y, width, height] = picture.dataset.place.split(" ").map(Number);
  const scale = Math.max(width / photo.naturalWidth, height / photo.naturalHeight);
  const [across, down] = [width / scale, height / scale];
  const [left, top] = [(photo.naturalWidth - across) / 2, (photo.naturalHeight - down) / 2];
  context.drawImage(photo, left, top, across, down, x, y, width, height);
  const drawn = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
  show(canvas.toDataURL("image/jpeg", 0.9), URL.createObjectURL(drawn), usual.name.replace("png", "jpg"), false);
}

choice.hidden = false;
choice.addEventListener("change", ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  unreadable.hidden = true;
  draw(file).catch(() => {
    unreadable.hidden = false;
    document.getElementById("said").textContent = unreadable.textContent;
  });
  // Else the same photo could not be chosen again.
  target.value = "";
});
without.addEventListener("click", () => show(usual.src, usual.href, usual.name, true));
