// Served in place of the offline cache where it is switched off: deletes what was cached, then
// unregisters itself.

export {};

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(deleteAndUnregister()));

async function deleteAndUnregister(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('tallystick-kept-')) await caches.delete(name);
  }
  await self.registration.unregister();
}
