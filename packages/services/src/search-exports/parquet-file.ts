import type { SearchRow } from '@redoubt/contracts';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { exportColumns, type ExportColumn } from './export-file.ts';

/** Writes a Parquet file group by group; what was written is given away, so that one group is in memory at a time. */
export class ParquetFile {
  readonly #bytes = new ByteWriter();
  readonly #columns: readonly ExportColumn[];
  readonly #file: ParquetWriter;

  constructor(ownPaths: readonly string[]) {
    this.#columns = exportColumns(ownPaths);
    this.#file = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaFromColumnData({
        columnData: this.#columns.map(({ name, type }) => ({ name, type, data: [], nullable: true })),
      }),
      createdBy: 'Redoubt',
    });
  }

  /** @returns the bytes that follow in the file. */
  write(rows: readonly SearchRow[]): Buffer {
    const columnData = this.#columns.map(({ name, type, of }) => ({ name, type, data: rows.map(of), nullable: true }));
    void this.#file.write({ columnData, rowGroupSize: Math.max(1, rows.length) });
    return this.#take();
  }

  /** @returns the end of the file. */
  end(): Buffer {
    void this.#file.finish();
    return this.#take();
  }

  #take(): Buffer {
    const taken = Buffer.from(this.#bytes.getBuffer());
    this.#bytes.index = 0;
    return taken;
  }
}
