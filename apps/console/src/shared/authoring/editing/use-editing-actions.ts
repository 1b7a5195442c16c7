import { useText } from '@redoubt/i18n';
import { useState } from 'react';
import { ApiError, isRequested } from '../../../api/api-error.ts';
import type { DraftStore } from '../../../drafts/draft-store.ts';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import type { VersionedKind } from './versioned-kind.ts';

/** What the commands of one kind ask of the server, and what they say. */
export type EditingCalls<D> = {
  readonly read: () => Promise<D>;
  readonly rollBack: (saved: D, to: number, note: string, accepts: boolean) => Promise<D>;
  /** Undoes the publication of a first version. */
  readonly takeOut: (saved: D, note: string) => Promise<D>;
  /** Of kinds that can be switched off: a publication that is undone leaves them as they were before. */
  readonly activation?: {
    readonly isActive: (saved: D) => boolean;
    readonly set: (saved: D, active: boolean) => Promise<D>;
  };
  /** Takes a refused publication or roll-back that the user may accept; false where it is a failure. */
  readonly onRefused?: (error: unknown) => boolean;
  readonly words: {
    readonly rolledBack: (version: number, to: number) => string;
    readonly takenOut: string;
    readonly discarded: string;
  };
};

export type EditingActions<D> = {
  readonly busy: boolean;
  /** One command at a time: a failure is reported, and what another user saved meanwhile becomes a conflict. */
  readonly run: (command: () => Promise<void>) => Promise<void>;
  /** As `run`, once everything typed is saved. */
  readonly runSaved: (command: (saved: D) => Promise<void>) => Promise<void>;
  /** Publishes the draft, then reports the version with a way to undo it. */
  readonly publish: (write: (saved: D) => Promise<D>, report: PublishReport<D>, done: () => void) => Promise<void>;
  /** Reports a version that was published by another command, with a way to undo it. */
  readonly offerUndo: (before: D, next: D, report: PublishReport<D>) => void;
  /** An older version is published again, as a new one. */
  readonly rollBack: (to: number, note: string, done: () => void, accepts?: boolean) => Promise<void>;
  /** Drops the draft; what was never published is gone, and `leave` closes its editor. */
  readonly discard: (drop: () => Promise<unknown>, leave: () => void) => Promise<void>;
};

type PublishReport<D> = (next: D, version: number) => string;

/** Commands of an editor. Each saves the draft first, so that nothing typed is left behind, and reports its result. */
export const useEditingActions = <D, T>(
  kind: VersionedKind<D, T>,
  store: DraftStore<D, T>,
  calls: EditingCalls<D>,
): EditingActions<D> => {
  const text = useText('rules');
  const common = useText('common');
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const [busy, setBusy] = useState(false);

  const publishedVersion = (saved: D): number | undefined => kind.versionsOf(saved).published?.version;
  const notifySuccess = (title: string): void => notify({ severity: 'Success', title });
  const run = async (command: () => Promise<void>, onRefused?: (error: unknown) => boolean): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await command();
    } catch (error) {
      if (onRefused?.(error)) return;
      notifyFailure(error);
      if (error instanceof ApiError && error.code === kind.codes.stale) store.meet(await calls.read());
    } finally {
      setBusy(false);
    }
  };
  /** Undefined for what waits for a second person; the frame says so. */
  const write = async (work: (saved: D) => Promise<D>): Promise<D | undefined> => {
    try {
      const next = await work(store.get().saved);
      store.replace(next);
      return next;
    } catch (error) {
      if (!isRequested(error)) throw error;
      store.replace(await calls.read());
      return undefined;
    }
  };
  const restore = async (to: number, note: string, accepts: boolean): Promise<D | undefined> => {
    const next = await write((saved) => calls.rollBack(saved, to, note, accepts));
    if (next) notifySuccess(calls.words.rolledBack(publishedVersion(next) ?? to + 1, to));
    return next;
  };
  const undo = async (before: D, published: number): Promise<void> => {
    // A message of an older publication stays on the screen for a while.
    if (publishedVersion(store.get().saved) !== published) {
      notify({ severity: 'Warning', title: text('publish.undoLate') });
      return;
    }
    const note = text('publish.undoNote', { version: published });
    const to = publishedVersion(before);
    if (to === undefined) {
      if (await write((saved) => calls.takeOut(saved, note))) notifySuccess(calls.words.takenOut);
      return;
    }
    const next = await restore(to, note, false);
    const { activation } = calls;
    if (!next || !activation) return;
    const wasActive = activation.isActive(before);
    if (activation.isActive(next) !== wasActive) await write((saved) => activation.set(saved, wasActive));
  };
  const offerUndo = (before: D, next: D, report: PublishReport<D>): void => {
    const version = publishedVersion(next) ?? 1;
    notify({
      severity: 'Success',
      title: report(next, version),
      action: { text: common('action.undo'), onSelect: () => void run(() => undo(before, version)) },
    });
  };

  return {
    busy,
    run,
    runSaved: (command) =>
      run(async () => {
        if (await store.flush()) await command(store.get().saved);
      }),
    publish: (work, report, done) =>
      run(async () => {
        if (!(await store.saveForPublishing())) return;
        const before = store.get().saved;
        const next = await write(work);
        done();
        if (next) offerUndo(before, next, report);
      }, calls.onRefused),
    offerUndo,
    rollBack: (to, note, done, accepts = false) =>
      run(async () => {
        if (!(await store.flush())) return;
        await restore(to, note, accepts);
        done();
      }, calls.onRefused),
    discard: (drop, leave) =>
      run(async () => {
        store.stop();
        await drop();
        if (publishedVersion(store.get().saved) === undefined) {
          store.forget();
          leave();
        } else {
          store.reopen(await calls.read());
        }
        notifySuccess(calls.words.discarded);
      }),
  };
};
