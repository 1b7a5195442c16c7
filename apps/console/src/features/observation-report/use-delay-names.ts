import { DELAY_HOURS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useCallback } from 'react';

/** What a class of delay is called. @returns of the hours where it begins */
export const useDelayNames = (): ((hours: number) => string) => {
  const text = useText('observationReport');
  return useCallback(
    (hours: number): string => {
      const known = DELAY_HOURS.find((each) => each === hours);
      return known === undefined ? '–' : text(`after.${known}`);
    },
    [text],
  );
};
