// The browser of this machine.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Starts it. */
export function launch() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  // A sandbox of its own cannot be had in every container; the pages are ours.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
