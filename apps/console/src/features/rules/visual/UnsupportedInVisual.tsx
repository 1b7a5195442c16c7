import type { VisualReading } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import styles from './visual.module.css';

export type UnsupportedInVisualProps = {
  readonly reading: Extract<VisualReading, { readonly fits: false }>;
  readonly onShow: (offset: number) => void;
};

/** Why a text cannot be shown as rows, and where. */
export const UnsupportedInVisual = ({ reading, onShow }: UnsupportedInVisualProps) => {
  const text = useText('rules');
  return (
    <div className={styles.stays} role="status">
      <span>
        <b>{text('visual.stays')}</b> {text(`visual.unsupported.${reading.reason}`)}
      </span>
      <CommandButton
        command={{ id: 'where', text: text('visual.showWhere'), onSelect: () => onShow(reading.at.from) }}
      />
    </div>
  );
};
