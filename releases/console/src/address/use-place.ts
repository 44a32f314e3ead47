import { useLocation, useNavigate } from '@tallystick/shared/router';
import { addressOf, type Place, placeOf } from './place.ts';

/** Where the address says that we are. */
export function usePlace(): Place {
  const { pathname, search } = useLocation();
  return placeOf(pathname, search);
}

/** The way to another place. */
export function useGoTo(): (place: Place) => void {
  const navigate = useNavigate();
  return (place) => void navigate(addressOf(place));
}
