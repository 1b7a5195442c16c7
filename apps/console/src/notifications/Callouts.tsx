import { DismissRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, IconButton, joinClasses } from '@redoubt/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import styles from './callouts.module.css';
import { shownMsOf, type CalloutStore, type ShownCallout } from './notifications.ts';
import { SEVERITY_ICONS, SEVERITY_TONES } from './severity.tsx';

type CalloutCardProps = { readonly callout: ShownCallout; readonly store: CalloutStore };

const CalloutCard = ({ callout, store }: CalloutCardProps) => {
  const text = useText('shell');
  const common = useText('common');
  const formats = useFormats();
  const [held, setHeld] = useState(false);
  const shownMs = shownMsOf(callout);
  const { id, action } = callout;
  // Depends on nothing that is new at each drawing: the time would begin again whenever the page is drawn.
  useEffect(() => {
    if (held || shownMs === null) return undefined;
    const timer = setTimeout(() => store.dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [held, shownMs, store, id]);
  const Icon = SEVERITY_ICONS[callout.severity];
  return (
    <li
      className={joinClasses(
        'row p-3 bg-raised border-2 mark-neutral radius-2 shadow-panel',
        SEVERITY_TONES[callout.severity],
      )}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={styles.icon ?? ''} fontSize={18} aria-hidden />
      <div className={styles.text}>
        <p className="strong">
          <span className="visually-hidden">{text(`severity.${callout.severity}`)}: </span>
          {callout.title}
        </p>
        {callout.body ? <p className="quiet">{callout.body}</p> : null}
        <div className="row-wrap-middle between w-full">
          <p className="soft">{formats.time(callout.at)}</p>
          {action ? (
            <CommandButton
              appearance="outline"
              command={{
                id: 'action',
                text: action.text,
                href: action.href,
                onSelect: () => {
                  action.onSelect?.();
                  store.dismiss(id);
                },
              }}
            />
          ) : null}
        </div>
      </div>
      <IconButton dense icon={DismissRegular} label={common('action.close')} onClick={() => store.dismiss(id)} />
    </li>
  );
};

/** Callouts at the top right, announced politely. */
export const Callouts = ({ store }: { readonly store: CalloutStore }) => {
  const text = useText('notices');
  const shown = useSyncExternalStore(store.subscribe, store.list);
  return (
    <ul className={styles.stack} aria-live="polite" aria-label={text('notifications.recent')}>
      {shown.map((callout) => (
        <CalloutCard key={callout.id} callout={callout} store={store} />
      ))}
    </ul>
  );
};
