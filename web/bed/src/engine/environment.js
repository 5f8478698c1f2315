// The environment of a browser: nothing of the person's own, and nothing left in their folders.

import { chmodSync } from "node:fs";

/**
 * @param {string} folder where the browser finds its home, and all that it may write to
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(folder) {
  // The run-time folder must be closed to others, or it is not used.
  chmodSync(folder, 0o700);
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env;
  return {
    ...rest,
    HOME: folder,
    TMPDIR: folder,
    XDG_CACHE_HOME: `${folder}/cache`,
    XDG_CONFIG_HOME: `${folder}/config`,
    XDG_DATA_HOME: `${folder}/data`,
    XDG_RUNTIME_DIR: folder,
    // Without a bus one would be started, in a session of its own that outlives the browser.
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
    NO_AT_BRIDGE: "1",
    // Firefox's reporter of crashes leaves its group too.
    MOZ_CRASHREPORTER_DISABLE: "1",
  };
}
