import type { PartyKind } from '@tallystick/shared/contracts/party';

declare module '@tallystick/shared/composition' {
  interface RemoteWidgets {
    'mfe-parties': {
      './party-card': { readonly kind: PartyKind; readonly id: string };
      './watched': object;
    };
  }
}
