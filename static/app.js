// Without this file, forms are plain forms and every tap loads a page. With it, a tap is stored on this phone, its
// effect is shown at once, and the page is updated in place.

import "./awake.js";
import "./keyboard.js";
import "./keypad.js";
import "./leave.js";
import "./live.js";
import "./notice.js";
import { send } from "./outbox.js";
import "./preview.js";
import "./score_card.js";
import "./sections.js";
import { changed } from "./taps.js";

document.documentElement.classList.add("scripted");
changed();
send();
