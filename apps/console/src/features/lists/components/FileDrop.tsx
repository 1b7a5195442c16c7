import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { useRef, useState, type ReactNode } from 'react';
import styles from './lists.module.css';

/** Takes one file, dropped or browsed for. */
export const FileDrop = ({ onFile }: { readonly onFile: (file: File) => void }): ReactNode => {
  const text = useText('lists');
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
      <span>{text('upload.drop')}</span>
      <button type="button" className={styles.browse} data-autofocus onClick={() => input.current?.click()}>
        {text('upload.browse')}
      </button>
      <span className="soft">{text('upload.rules')}</span>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={text('upload.browse')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
};
