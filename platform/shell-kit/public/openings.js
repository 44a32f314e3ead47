// Carries out what a site opens of the policy of its pages (docs/isolation.md). It stands in a page before `first.js`,
// and only where the site has such an opening: headers alone do not do it.
(() => {
  const root = document.documentElement;
  // Everything that a build brings runs later.
  const hasBegun = () => root.dataset.build !== undefined;

  // Trusted Types, as in `first.js`; until DOMPurify is there, nothing becomes markup. What says how a text is cleaned
  // is known here alone.
  let clean = () => null;
  const byReader = {};
  const byCopy = {};
  const policy = globalThis.trustedTypes?.createPolicy('default', {
    createHTML(text, how) {
      if (how === byReader || !text.includes('<')) return text;
      return clean(text, how === byCopy);
    },
    createScriptURL(address) {
      const { origin, href } = new URL(address, document.baseURI);
      return origin === location.origin ? href : null;
    },
  });
  const policyFor = (how) => ({
    createHTML: (text) => policy.createHTML(text, how),
    createScriptURL: (address) => policy.createScriptURL(address),
  });

  // Style attributes travel under another name, so that nothing refuses them while the text is read. They get to their
  // elements before these are painted.
  const tag = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
  const quotedOrStyle = /"[^"]*"|'[^']*'|(?<=\s)style(?=\s*=)/gi;
  const rename = (part) => (part.toLowerCase() === 'style' ? 'data-style-attribute' : part);
  const withoutStyles = (text) =>
    text.replaceAll(tag, (begin) => begin.replaceAll(quotedOrStyle, rename));
  const giveStyles = (element) => {
    const { styleAttribute } = element.dataset ?? {};
    if (styleAttribute === undefined) return;
    element.style.cssText = styleAttribute;
    delete element.dataset.styleAttribute;
  };
  const giveInside = (place) => {
    for (const inner of place.querySelectorAll('[data-style-attribute]')) giveStyles(inner);
  };
  const giveAllStyles = (records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        giveStyles(node);
        giveInside(node);
      }
    }
  };

  // The nonce of this answer. Without one, styles of scripts are refused.
  const { nonce } = root;
  if (nonce) {
    const giveNonce = (style) => {
      style.nonce = nonce;
      // Libraries write what they have been told, which is nothing.
      Object.defineProperty(style, 'nonce', { get: () => nonce, set: () => {} });
    };
    for (const name of ['createElement', 'createElementNS']) {
      const create = Document.prototype[name];
      Document.prototype[name] = function (...asked) {
        const element = create.apply(this, asked);
        if (element.localName === 'style') giveNonce(element);
        return element;
      };
    }
    // The policy concerns the attribute, and not the same rules by the property.
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'nonce' && this.localName === 'style') return;
      if (name === 'style' && this.style) this.style.cssText = value;
      else setAttribute.call(this, name, value);
    };

    // What a named policy passes is not cleaned, and its style attributes are carried past the reading as well. They are
    // given back at once, because an editor measures the lines that it has just written.
    const isTrusted = globalThis.trustedTypes?.isHTML.bind(trustedTypes);
    const textOf = globalThis.TrustedHTML?.prototype.toString;
    const carried = (markup) => {
      // A text is the default policy's, where the browser has Trusted Types.
      if (isTrusted ? !isTrusted(markup) : typeof markup !== 'string') return markup;
      const text = isTrusted ? textOf.call(markup) : markup;
      const renamed = withoutStyles(text);
      if (renamed === text) return markup;
      return policy?.createHTML(renamed, byReader) ?? renamed;
    };
    const writeBy = (write) =>
      function (...given) {
        const markup = given.pop();
        const without = carried(markup);
        // What takes the place of an element, or stands beside it, is in its parent.
        const place =
          this instanceof HTMLTemplateElement ? this.content : (this.parentNode ?? this);
        write.call(this, ...given, without);
        if (without !== markup) giveInside(place);
      };
    for (const { prototype } of [Element, ShadowRoot]) {
      for (const name of ['innerHTML', 'outerHTML']) {
        const property = Object.getOwnPropertyDescriptor(prototype, name);
        if (property === undefined) continue;
        Object.defineProperty(prototype, name, { ...property, set: writeBy(property.set) });
      }
    }
    Element.prototype.insertAdjacentHTML = writeBy(Element.prototype.insertAdjacentHTML);
  }

  const take = ({ target }) => {
    if (hasBegun() || !target.src?.endsWith('/purify.js')) return;
    document.removeEventListener('load', take, true);
    const purify = globalThis.DOMPurify;
    // Nobody else gets this copy, whose rules could be changed.
    delete globalThis.DOMPurify;
    // Frameworks find their places by comments. What DOMPurify takes for dangerous in one goes all the same.
    const rules = { ADD_TAGS: ['#comment'], FORBID_TAGS: ['style'], FORCE_BODY: true };
    if (policy) {
      rules.TRUSTED_TYPES_POLICY = policyFor(byReader);
      // Copies of DOMPurify in builds get a policy that cleans: one of their own could clean nothing. A `<style>` stays
      // in the text for who reads it, since the page refuses all that are parsed.
      const { createPolicy } = TrustedTypePolicyFactory.prototype;
      TrustedTypePolicyFactory.prototype.createPolicy = function (name, made) {
        return name === 'dompurify' ? policyFor(byCopy) : createPolicy.call(this, name, made);
      };
    }
    const withStyles = { ...rules, FORBID_TAGS: [] };
    // What would go anyway is refused, and reported, as it is read.
    const styleElement = /<style[\s>].*?<\/style\s*>/gis;
    clean = (text, keepsStyles) =>
      keepsStyles
        ? purify.sanitize(withoutStyles(text), withStyles)
        : purify.sanitize(withoutStyles(text.replaceAll(styleElement, '')), rules);
    new MutationObserver(giveAllStyles).observe(root, { childList: true, subtree: true });
  };
  document.addEventListener('load', take, true);
})();
