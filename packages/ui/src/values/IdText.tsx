import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { joinClasses } from '../join-classes.ts';
import { CutMiddle } from './CutMiddle.tsx';
import { shortenMiddle } from './shorten-middle.ts';
import { useCopy } from './use-copy.ts';
import styles from './values.module.css';

export type IdTextProps = {
  readonly id: string;
  /** Longest shown length; the whole id is copied and stands in the tooltip. */
  readonly length?: number;
  /** What is copied, in words, for screen readers: "event id". */
  readonly name?: string;
};

/** An identifier: monospace, shortened in the middle, copied by a click. */
export const IdText = ({ id, length = 14, name }: IdTextProps) => {
  const text = useText('ui');
  const { copied, copy } = useCopy();
  const Icon = copied ? CheckmarkRegular : CopyRegular;
  return (
    <button
      type="button"
      className={joinClasses(styles.id, copied && styles.copied)}
      title={id}
      onClick={(event) => {
        event.stopPropagation();
        void copy(id);
      }}
    >
      <span className="visually-hidden">{text('copyWhat', { what: name ? `${name} ${id}` : id })}</span>
      <CutMiddle text={shortenMiddle(id, length)} />
      <Icon className={joinClasses(styles.idIcon)} fontSize={12} aria-hidden />
      <span className="visually-hidden" role="status">
        {copied ? text('copied') : ''}
      </span>
    </button>
  );
};
