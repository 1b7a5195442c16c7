import {
  ArrowSyncRegular,
  BuildingBankRegular,
  CardUiRegular,
  FlagRegular,
  PersonRegular,
  ReceiptMoneyRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import type { EventDetail } from '@redoubt/contracts';
import { isDefinedKind, type RelatedKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { decisionTone, Section, TONE_ICONS, toneClass } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRelatedText } from './use-related-text.ts';
import styles from './timeline.module.css';

const ICONS: Readonly<Record<RelatedKind, FluentIcon>> = {
  purchaseStatus: ArrowSyncRegular,
  bankEvent: BuildingBankRegular,
  chargeback: CardUiRegular,
  refund: ReceiptMoneyRegular,
  updateAccount: PersonRegular,
  label: FlagRegular,
  signUpStatus: ArrowSyncRegular,
  accountCreationStatus: ArrowSyncRegular,
  accountLoginStatus: ArrowSyncRegular,
  accountUpdate: PersonRegular,
  accountLabel: FlagRegular,
};

/** This event and what came later about it, in the order of arrival. */
export const Timeline = ({
  detail,
  footnote,
}: {
  readonly detail: EventDetail;
  /** Said below, for readers who integrate the interface. */
  readonly footnote?: string;
}): ReactNode => {
  const text = useText('events');
  const common = useText('common');
  const formats = useFormats();
  const say = useRelatedText();
  const later = detail.related.toSorted((a, b) => a.receivedAt.localeCompare(b.receivedAt));
  const firstDay = formats.date(detail.receivedAt);
  const when = (at: string): string =>
    formats.date(at) === firstDay ? formats.time(at) : `${formats.date(at)} ${formats.time(at, 'minutes')}`;
  const DecisionIcon = TONE_ICONS[decisionTone(detail.decision)];
  return (
    <Section
      title={text('timeline.title')}
      meta={later.length === 0 ? text('timeline.alone') : text('timeline.meta', { count: later.length })}
    >
      <ol className={styles.timeline}>
        <li>
          <DecisionIcon className={toneClass(decisionTone(detail.decision))} fontSize={16} aria-hidden />
          <span className="truncate">
            {text('timeline.assessed', { decision: common(`decision.${detail.decision}`) })}
          </span>
          <time dateTime={detail.receivedAt}>{when(detail.receivedAt)}</time>
        </li>
        {later.map((event) => {
          const Icon = isDefinedKind(event.kind) ? ArrowSyncRegular : ICONS[event.kind];
          return (
            <li key={`${event.kind} ${event.id}`}>
              <Icon fontSize={16} aria-hidden />
              <span className="truncate" title={event.id}>
                {say(event)}
              </span>
              <time dateTime={event.receivedAt}>{when(event.receivedAt)}</time>
            </li>
          );
        })}
      </ol>
      {footnote === undefined ? null : <p className="soft mt-2">{footnote}</p>}
    </Section>
  );
};
