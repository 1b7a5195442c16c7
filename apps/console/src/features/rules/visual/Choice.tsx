export type ChoiceProps = {
  readonly label: string;
  /** What stands there while nothing was chosen. */
  readonly none: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
};

/** One of several names; one that is not among them any more stays until another is chosen. */
export const Choice = ({ label, none, value, options, readOnly, onChange }: ChoiceProps) => (
  <select
    className="grow"
    aria-label={label}
    disabled={readOnly}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  >
    {options.includes(value) ? null : <option value={value}>{value === '' ? none : value}</option>}
    {options.map((option) => (
      <option key={option} value={option}>
        {option}
      </option>
    ))}
  </select>
);
