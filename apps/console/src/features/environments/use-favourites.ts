import { usePreferences } from '../../preferences/use-preferences.tsx';

/** Environments that a person marked, which the switcher lists first. */
export const useFavourites = () => {
  const [{ favouriteEnvironments }, change] = usePreferences();
  return {
    isFavourite: (id: string): boolean => favouriteEnvironments.includes(id),
    toggle: (id: string): void =>
      change({
        favouriteEnvironments: favouriteEnvironments.includes(id)
          ? favouriteEnvironments.filter((each) => each !== id)
          : [...favouriteEnvironments, id],
      }),
  };
};
