// What a page and Node's process have in common: what their address says, and what they ask of the bed's server.

/**
 * All of a place but how it loads a module.
 * @param {URL} address that the bed opened
 * @returns {Omit<import("./runner.js").Place, "load">}
 */
export function place(address) {
  const wanted = address.searchParams;
  return {
    engine: wanted.get("engine") ?? "",
    suite: wanted.get("suite") ?? "",
    depth: wanted.get("depth") === "all" ? "all" : "usual",
    read: async (path) => new Uint8Array(await (await asked(path)).arrayBuffer()),
    list: async (folder) => (await asked(`${folder}/`)).json(),
    async send(report) {
      const mailbox = new URL(wanted.get("report") ?? "", address);
      const response = await fetch(mailbox, { method: "POST", body: JSON.stringify(report) });
      if (!response.ok) {
        throw new Error(`a report was answered with ${response.status}`);
      }
    },
  };

  /** @param {string} path */
  async function asked(path) {
    const response = await fetch(new URL(`/${path}`, address));
    if (!response.ok) {
      throw new Error(`${path} was answered with ${response.status}: is its folder among those of the bed?`);
    }
    return response;
  }
}
