// What runs in the worker of a browser.

import { load } from './browser.js';
import { serve } from './answering.js';

serve(load, (message) => postMessage(message), (hears) => { onmessage = ({ data }) => hears(data); });
