/** Why a backup or a restore cannot be done, as one sentence for the operator; printed as it stands. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
