// Lets the dashboard open again without a network, delivered as /service-worker.js. It stores the page's document and the files
// that the document can load, nothing else: requests of the API, and those of other pages, are not its business.

import { OFFLINE_CACHE } from "./shell/offline.ts";
import { PAGE_PATHS } from "./state/pages.ts";

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The global scope of a service worker (https://www.w3.org/TR/service-workers/), which TypeScript's DOM library lacks. */
declare const self: {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
};

/** All pages have the same document. */
const DOCUMENT = "/";
const DATA_WORKER = "/data-worker.js";
const ASSETS = "/assets/";

/** With a stored document at hand, a network that does not answer is waited for no longer. */
const NETWORK_TIMEOUT_MS = 5_000;

self.addEventListener("install", (event) => {
  // Each version serves every document, so a new one need not wait until the old one's tabs are closed.
  void self.skipWaiting();
  event.waitUntil(fetch(DOCUMENT, { cache: "no-cache" }).then(store));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  const isPage = (PAGE_PATHS as readonly string[]).includes(pathname);
  if (request.mode === "navigate" && isPage) event.respondWith(networkFirst(event, DOCUMENT));
  else if (pathname === DATA_WORKER) event.respondWith(networkFirst(event, DATA_WORKER));
  else if (pathname.startsWith(ASSETS)) event.respondWith(storedFirst(request));
});

/** A name with a hash stands for one content. */
async function storedFirst(request: Request): Promise<Response> {
  return (await stored(request.url)) ?? fetch(request);
}

/** The stored response where the network or the service behind it fails. */
async function networkFirst(event: FetchEvent, path: string): Promise<Response> {
  const fallback = await stored(path);
  const asked = fetch(event.request);
  if (path === DOCUMENT)
    event.waitUntil(
      asked.then(
        (response) => renew(response.clone(), fallback),
        () => {},
      ),
    );
  if (fallback === undefined) return asked;
  const inTime = await Promise.race([asked.catch(() => undefined), delay(NETWORK_TIMEOUT_MS)]);
  return inTime === undefined || inTime.status >= 500 ? fallback : inTime;
}

function delay(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}

async function stored(address: string): Promise<Response | undefined> {
  const cache = await caches.open(OFFLINE_CACHE);
  return cache.match(address, { ignoreVary: true });
}

/** Stores the document of an updated service. */
async function renew(document: Response, before: Response | undefined): Promise<void> {
  const tag = document.headers.get("ETag");
  // Some proxies remove the tag.
  if (tag === null || tag !== before?.headers.get("ETag")) await store(document);
}

/** One at a time: each removes the files of other documents at its end. */
let storing: Promise<unknown> = Promise.resolve();

function store(document: Response): Promise<void> {
  const work = storing.then(() => storeDocument(document));
  storing = work.catch(() => {});
  return work;
}

/** Stores the document after its files, so that a stored document is complete. */
async function storeDocument(document: Response): Promise<void> {
  const text = await document.clone().text();
  // A proxy may answer with a page of its own, such as a login.
  if (!document.ok || document.redirected || !text.includes('id="dashboard"')) return;
  const cache = await caches.open(OFFLINE_CACHE);
  const worker = await fetchOk(DATA_WORKER, { cache: "no-cache" });
  const files = await storeFiles(cache, [text, await worker.clone().text()]);
  await cache.put(DATA_WORKER, worker);
  await cache.put(DOCUMENT, document);
  const kept = new Set([...files, DATA_WORKER, DOCUMENT]);
  for (const request of await cache.keys()) {
    if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Stores the files that the texts name, and those that these files name; resolves with all their paths. */
async function storeFiles(cache: Cache, texts: readonly string[]): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  let named = texts.flatMap(pathsIn);
  while (named.length > 0) {
    const added = [...new Set(named)].filter((path) => !paths.has(path));
    for (const path of added) paths.add(path);
    named = (await Promise.all(added.map((path) => storeFile(cache, path)))).flatMap(pathsIn);
  }
  return paths;
}

/** Resolves with the file's text if it can name other files. */
async function storeFile(cache: Cache, path: string): Promise<string> {
  const response = (await cache.match(path, { ignoreVary: true })) ?? (await fetchOk(path));
  await cache.put(path, response.clone());
  return path.endsWith(".js") || path.endsWith(".css") ? response.text() : "";
}

/** The bundler writes each address in full. */
function pathsIn(text: string): string[] {
  return text.match(/\/assets\/[\w.-]+/g) ?? [];
}

async function fetchOk(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, options);
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return response;
}
