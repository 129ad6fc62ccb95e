// Counts on the times of the clock. The server has written them, with its own time, so that of the phone need not be right.

const received = new WeakMap();

function tick() {
  for (const clock of document.querySelectorAll("[data-at]")) {
    // A page that is updated brings a new element.
    if (!received.has(clock)) received.set(clock, Date.now());
    const passed = Math.max(0, Math.floor((Date.now() - received.get(clock)) / 1000));
    for (const time of clock.querySelectorAll("[data-since]")) {
      const seconds = Number(clock.dataset.at) - Number(time.dataset.since) + passed;
      const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
      const two = (number) => String(number).padStart(2, "0");
      const text = (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(seconds % 60);
      if (time.textContent !== text) time.textContent = text;
    }
  }
}

tick();
setInterval(tick, 250);
