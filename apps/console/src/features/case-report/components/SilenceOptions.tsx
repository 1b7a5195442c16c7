import { spanText, useFormats } from '@redoubt/i18n';
import type { ReactNode } from 'react';

/** Minutes that are offered. */
const OFFERED = [15, 60, 240, 720, 1440, 10_080] as const;

/** For how long no one is mailed again, as choices; what a configuration file chose otherwise stands among them. */
export const SilenceOptions = ({ current }: { readonly current: number }): ReactNode => {
  const { language } = useFormats();
  return [...new Set([...OFFERED, current])]
    .toSorted((a, b) => a - b)
    .map((minutes) => (
      <option key={minutes} value={minutes}>
        {spanText(minutes * 60, language)}
      </option>
    ));
};
