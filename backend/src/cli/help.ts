/** What `npm run ledger` says of itself. */
export const help = `Usage: npm run ledger -- <verb> [options]

  import FILE     Record parties and transfers from a file
  simulate        Record made-up transfers, as in a ledger in use
  doctor          Read all that is kept, and say what does not fit
  <verb> --help   What a verb does, with examples

The ledger is the one that npm start serves: the embedded store in DATA_DIR (.data), or the
PostgreSQL database that DATABASE_URL names. All verbs work while it is served and while it is not.
`;

/** `import --help`. */
export const importHelp = `Usage: npm run ledger -- import FILE

Records the parties and transfers of FILE, one JSON object a line, gzip or not; - reads from a pipe.

  {"record":"party","kind":"creator","id":"nwu-114","name":"Northwind University"}
  {"record":"party","kind":"user","id":"usr-20931","name":"Amara Okafor"}
  {"record":"transfer","item":"t-1","trxn":"b84020c6ad84","stat":6,
   "feat":{"form":"asset","sort":"transfer"},"crts":1453684324000,"cred":"nwu-114","debt":"usr-20931",
   "vars":[{"name":"degree","memo":"Title as awarded","data":"BSc Physics"}]}     (on one line)

  kind   user, creator, consumer or checker        stat   0 to 9
  form   asset (cred is a creator) or              crts   created, milliseconds since 1970
         data (cred is a consumer or a checker)    vars   shown while stat is 6

A party comes before the transfers that name it. A party is known by kind and id, a transfer by
item: what is there as it is stays, what differs is changed. So an import that was interrupted is
simply run again. A transfer without vars keeps those that it has: an exported file leaves them out
where they may not be read. A line that cannot be recorded is named on stderr and skipped.

Exit code: 0 all recorded, 2 some lines were skipped, 1 it could not run to the end, 130 Ctrl-C.

  npm run ledger -- import ledger.ndjson.gz
  curl https://example.org/ledger.ndjson | npm run ledger -- import -
`;

/** `doctor --help`. */
export const doctorHelp = `Usage: npm run ledger -- doctor

Reads every row of every table, holds each party and transfer against its checksum, and counts again
what is counted: transfers by day, form and status, in all and of each party. It changes nothing. What
does not fit is named on standard output, a line each, with the ids of the rows.

  the table transfer cannot be read in block 12 of 900: invalid page …      the disk, or its file
  transfer t-1 does not fit its checksum            it was changed, and not by an import
  2016-01-25, asset, status 6: 12 transfers are there, 13 are counted       one is lost

Then put back a backup, or begin anew and import again; in docs/operations.md, "When the ledger is
damaged".

Exit code: 0 all is whole, 2 something does not fit, 1 it could not read to the end, 130 Ctrl-C.
`;

/** `simulate --help`. */
export const simulateHelp = `Usage: npm run ledger -- simulate [--rate N] [--count N] [--seed TEXT]

Records made-up transfers, one after the other, until Ctrl-C: assets and data, among the parties of
the sample ledger, in all ten statuses. Some move on to further statuses. Others' transfers stay
as they are.

  --rate N      Events a second, from 0.01 to 1000 (default 2)
  --count N     End after so many events
  --seed TEXT   The same text makes the same transfers, under the same items
                (up to 40 letters, digits, - and _)

Exit code: 0 it ended as asked (count, or Ctrl-C), 1 it could not run or go on.

  npm run ledger -- simulate --rate 2
  npm run ledger -- simulate --rate 50 --count 1000 --seed spring
`;
