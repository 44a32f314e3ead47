// Served in the keeper's place when the site is to have none: it ends itself, and leaves nothing.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const end = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('tallystick-kept-')) await caches.delete(name);
    }
    await self.registration.unregister();
  };
  event.waitUntil(end());
});
