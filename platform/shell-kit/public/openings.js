// Carries out what a site opens of the policy of its pages (docs/isolation.md). It stands in a page before `first.js`,
// and only where the site has such an opening: headers alone do not do it.
(() => {
  const root = document.documentElement;
  // Everything that a build brings runs later.
  const hasBegun = () => root.dataset.build !== undefined;

  // The nonce of this answer. Without one, styles of scripts are refused.
  const { nonce } = root;
  if (nonce) {
    for (const name of ['createElement', 'createElementNS']) {
      const create = Document.prototype[name];
      Document.prototype[name] = function (...asked) {
        const element = create.apply(this, asked);
        if (element.localName === 'style') element.nonce = nonce;
        return element;
      };
    }
    // The policy concerns the attribute, and not the same rules by the property.
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'style' && this.style) this.style.cssText = value;
      else setAttribute.call(this, name, value);
    };
  }

  // Trusted Types, as in `first.js`; until DOMPurify is there, nothing becomes markup.
  let clean = () => null;
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? clean(text) : text),
    createScriptURL(address) {
      const { origin, href } = new URL(address, document.baseURI);
      return origin === location.origin ? href : null;
    },
  });

  // Style attributes travel under another name, and get to their elements before these are painted.
  const giveStyles = (element) => {
    const { styleAttribute } = element.dataset ?? {};
    if (styleAttribute === undefined) return;
    element.style.cssText = styleAttribute;
    delete element.dataset.styleAttribute;
  };
  const giveAllStyles = (records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        giveStyles(node);
        for (const inner of node.querySelectorAll('[data-style-attribute]')) giveStyles(inner);
      }
    }
  };

  const take = ({ target }) => {
    if (hasBegun() || !target.src?.endsWith('/purify.js')) return;
    document.removeEventListener('load', take, true);
    const purify = globalThis.DOMPurify;
    // Nobody else gets this copy, whose rules could be changed.
    delete globalThis.DOMPurify;
    purify.addHook('uponSanitizeAttribute', (element, attribute) => {
      if (attribute.attrName !== 'style') return;
      attribute.keepAttr = false;
      element.setAttribute('data-style-attribute', attribute.attrValue);
    });
    // Frameworks find their places by comments. What DOMPurify takes for dangerous in one goes all the same.
    const rules = { ADD_TAGS: ['#comment'], FORBID_TAGS: ['style'], FORCE_BODY: true };
    clean = (text) => purify.sanitize(text, rules);
    new MutationObserver(giveAllStyles).observe(root, { childList: true, subtree: true });
  };
  document.addEventListener('load', take, true);
})();
