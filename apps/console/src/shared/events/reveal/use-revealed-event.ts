import { revealPersonal, type EventDetail, type RevealReason } from '@redoubt/contracts';
import { createContext, useContext, useMemo, useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { withRevealed, type RevealedValue } from './revealed-values.ts';

/** Which personal fields are asked for, and why. */
export type RevealInput = {
  readonly fields: readonly string[];
  readonly reason: RevealReason;
  readonly comment: string;
};

/** What is masked of the event of a page, what was revealed of it, and how more is. */
export type Reveal = {
  readonly masked: ReadonlySet<string>;
  readonly revealed: ReadonlySet<string>;
  readonly canReveal: boolean;
  readonly ask: (input: RevealInput, onDone: () => void) => void;
  readonly isPending: boolean;
  readonly error: unknown;
};

const RevealContext = createContext<Reveal | null>(null);

export const RevealProvider = RevealContext.Provider;

/** Null where nothing of the event is masked. */
export const useReveal = (): Reveal | null => useContext(RevealContext);

type Kept = { readonly position: number; readonly values: readonly RevealedValue[] };

const NOTHING: Kept = { position: -1, values: [] };

/**
 * An event as its page shows it: with what was revealed in the places of masks. Nothing is kept beyond the page and the event.
 */
export const useRevealedEvent = (
  detail: EventDetail | undefined,
): { readonly shown: EventDetail | undefined; readonly reveal: Reveal | null } => {
  const [kept, setKept] = useState<Kept>(NOTHING);
  const position = detail?.position ?? -1;
  const values = kept.position === position ? kept.values : NOTHING.values;
  const write = useWrite(
    revealPersonal,
    ({ fields, ...why }: RevealInput) => ({
      params: {
        eventType: detail?.eventType ?? '',
        eventEnvironmentId: detail?.environmentId ?? '',
        eventId: detail?.eventId ?? '',
      },
      body: { fields: [...fields], ...why },
    }),
    { changes: 'nothing', gcTime: 0 },
  );
  const shown = useMemo(
    () => detail && (values.length === 0 ? detail : { ...detail, request: withRevealed(detail.request, values) }),
    [detail, values],
  );
  if (!detail?.masked) return { shown, reveal: null };
  const revealed = new Set(values.map(({ path }) => path));
  return {
    shown,
    reveal: {
      masked: new Set(detail.masked.fields.filter((path) => !revealed.has(path))),
      revealed,
      canReveal: detail.masked.canReveal,
      ask: (input, onDone) =>
        write.mutate(input, {
          onSuccess: (answer) => {
            setKept({ position, values: [...values, ...answer.values] });
            onDone();
          },
        }),
      isPending: write.isPending,
      error: write.error,
    },
  };
};
