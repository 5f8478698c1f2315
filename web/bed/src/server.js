// Serves named folders on loopback, to pages that are isolated, and takes what those pages report.

import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import { find, list } from "./files.js";

/** With COOP and COEP a page is isolated: it has SharedArrayBuffer and exact clocks. */
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Of one report, in bytes. */
const LONGEST_REPORT = 1 << 20;

/**
 * What it gives, or comes to give, is the answer, as JSON; nothing makes an empty one.
 * @typedef {(report: unknown) => unknown} Receive
 */

/**
 * @typedef {object} Server
 * @property {string} origin such as `http://127.0.0.1:4711`
 * @property {(receive: Receive) => Mailbox} mailbox opens a path that takes reports
 * @property {() => Promise<void>} close ends every connection too
 */

/**
 * @typedef {object} Mailbox
 * @property {string} path takes POST with JSON; nobody can guess it
 * @property {() => void} close
 */

/**
 * Begins to serve `folders`, on a port that was free.
 * @param {import("./files.js").Folders} folders
 * @returns {Promise<Server>}
 */
export async function serve(folders) {
  /** @type {Map<string, Receive>} */
  const mailboxes = new Map();
  let host = "";

  // A connection that is closed for being idle may be so in the very moment in which its client sends again.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    // A name that leads here from elsewhere is not ours: a page of another origin may have made it.
    if (request.headers.host !== host) {
      return answer(response, 421);
    }
    const pathname = (request.url ?? "").replace(/[?#].*$/, "");
    const receive = mailboxes.get(pathname);
    if (receive !== undefined && request.method === "POST") {
      return void take(request, response, receive);
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      return answer(response, 405);
    }
    return void give(folders, pathname, request, response);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("the server has no port");
  }
  host = `127.0.0.1:${address.port}`;

  return {
    origin: `http://${host}`,
    mailbox(receive) {
      const path = `/report/${randomBytes(16).toString("hex")}`;
      mailboxes.set(path, receive);
      return { path, close: () => void mailboxes.delete(path) };
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * @param {import("./files.js").Folders} folders
 * @param {string} pathname
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function give(folders, pathname, request, response) {
  if (pathname.endsWith("/")) {
    const names = await list(folders, pathname);
    return names === undefined ? answer(response, 404) : answer(response, 200, JSON.stringify(names));
  }
  const found = await find(folders, pathname);
  if (found === undefined) {
    return answer(response, 404);
  }
  const type = TYPES[extname(found.path)] ?? "application/octet-stream";
  response.writeHead(200, { ...HEADERS, "Content-Type": type, "Content-Length": found.size });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  try {
    await pipeline(createReadStream(found.path), response);
  } catch {
    // The page went away, or the file could not be read: a short answer says so.
    response.destroy();
  }
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {Receive} receive
 */
async function take(request, response, receive) {
  /** @type {Buffer[]} */
  const pieces = [];
  let length = 0;
  let report;
  try {
    for await (const piece of request) {
      length += piece.length;
      // What is too long is read to its end all the same, or the sender would not hear why.
      if (length <= LONGEST_REPORT) {
        pieces.push(piece);
      }
    }
    if (length > LONGEST_REPORT) {
      return answer(response, 413);
    }
    report = JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch {
    return answer(response, 400);
  }
  let reply;
  try {
    reply = await receive(report);
  } catch {
    return answer(response, 500);
  }
  if (reply === undefined) {
    return answer(response, 204);
  }
  answer(response, 200, JSON.stringify(reply));
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} [json]
 */
function answer(response, status, json = "") {
  const type = json === "" ? {} : { "Content-Type": "application/json" };
  response.writeHead(status, { ...HEADERS, ...type, "Content-Length": Buffer.byteLength(json) });
  response.end(json);
}
