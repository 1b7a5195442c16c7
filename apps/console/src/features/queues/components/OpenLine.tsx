import { useFormats, useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../queues.module.css';

const WIDTH_PX = 64;

/** How many cases of a queue were open in the last day; the figures are said to people who do not see the line. */
export const OpenLine = ({ open }: { readonly open: readonly number[] | undefined }): ReactNode => {
  const text = useText('queues');
  const formats = useFormats();
  if (open === undefined) return <span className={styles.line} />;
  const said = text('team.backlogRange', {
    now: formats.number(open.at(-1) ?? 0),
    most: formats.number(Math.max(0, ...open)),
  });
  return (
    <span className={styles.line} title={said}>
      <Sparkline values={open} width={WIDTH_PX} />
      <span className="visually-hidden">{said}</span>
    </span>
  );
};
