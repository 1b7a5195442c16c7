import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useRef, useState, type ReactNode } from 'react';
import styles from './file-drop.module.css';

/** Takes one file, dropped or browsed for. */
export const FileDrop = (props: {
  readonly text: string;
  readonly browse: string;
  /** What files may be, in words. */
  readonly rules: string;
  /** Kinds of files, as `input` has them. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}): ReactNode => {
  const { text, browse, rules, accept, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
    >
      <ArrowUploadRegular fontSize={20} aria-hidden />
      <span>{text}</span>
      <button
        type="button"
        className="h-control py-0 px-3 bg-raised border-2 radius-1 pointer hover"
        data-autofocus
        onClick={() => input.current?.click()}
      >
        {browse}
      </button>
      <span className="soft">{rules}</span>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={browse}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
};
