import lottie from 'lottie-web';

const layer = { ty: 1, nm: 'a', ip: 0, op: 9, st: 0, sw: 9, sh: 9, sc: '#ff0000', ks: {} };
const animation = { v: '5.5.7', fr: 30, ip: 0, op: 9, w: 9, h: 9, assets: [], layers: [layer] };

export function show(container) {
  lottie.loadAnimation({ container, renderer: 'svg', animationData: animation });
}
export const isRight = (element) => element.querySelector('svg') !== null;
