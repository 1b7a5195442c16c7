import type { GuideEntry, GuideExample } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import styles from './help.module.css';

const Example = ({ example }: { readonly example: GuideExample }) => {
  const text = useText('help');
  return (
    <div className={styles.example}>
      <pre>{example.text}</pre>
      <div className={styles.gives}>
        <span>{text('gives')}</span> <code>{JSON.stringify(example.gives)}</code>
      </div>
    </div>
  );
};

/** One thing to look up: how it is written, what it means, an example with its value. */
export const GuideEntryRow = ({ entry }: { readonly entry: GuideEntry }) => {
  const text = useText('help');
  const { written, summary, edge, aliases, kinds, example, limit } = entry;
  return (
    <div className={styles.entry}>
      <dt>{limit === null ? <code>{written}</code> : written}</dt>
      <dd>
        <p>{summary}</p>
        {edge === '' ? null : <p className={styles.fact}>{edge}</p>}
        {kinds ? (
          <p className={styles.fact}>
            {text('onlyIn', { kinds: kinds.map((kind) => text(`kind.${kind}`)).join(', ') })}
          </p>
        ) : null}
        {aliases.length > 0 ? (
          <p className={styles.fact}>{text('alsoWritten', { names: aliases.join(', ') })}</p>
        ) : null}
        {example ? <Example example={example} /> : null}
      </dd>
    </div>
  );
};
