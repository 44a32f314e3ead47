import { describe, expect, it } from 'vitest';
import { errorFrame, eventFrame, positionFrame } from './frame.ts';

const transfer = {
  item: 'i-1',
  trxn: '100%\r\n"off"',
  stat: 6,
  feat: { form: 'asset' as const, sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'c',
  debt: 'd',
};
const at = new Date('2026-11-20T10:00:00.500Z');

describe('frames', () => {
  it('writes an insert as canonical EJSON, with %, CR and LF escaped', () => {
    const frame = eventFrame({ sequence: 7, operation: 'insert', transfer, at });
    expect(frame).toMatchObject({ sequence: 7, transfer: { item: 'i-1' } });
    expect(frame.bytes.toString()).toBe(
      'data: {"_id":{"_data":"7"},"operationType":"insert",' +
        '"clusterTime":{"$timestamp":{"t":1795168800,"i":1}},' +
        '"fullDocument":{"_id":"i-1","item":"i-1","trxn":"100%25\\r\\n\\"off\\"",' +
        '"stat":{"$numberInt":"6"},"feat":{"form":"asset","sort":"transfer"},' +
        '"crts":{"$numberLong":"1453684324000"},"cred":"c","debt":"d"},' +
        '"ns":{"db":"ledger","coll":"transfers"},"documentKey":{"_id":"i-1"}}\n\n',
    );
  });

  it('says of an update what every field became', () => {
    const { bytes } = eventFrame({ sequence: 8, operation: 'update', transfer, at });
    expect(bytes.toString()).toContain(
      '"updateDescription":{"updatedFields":{"item":"i-1","trxn":"100%25',
    );
    expect(bytes.toString()).toContain('"removedFields":[]}');
    expect(bytes.toString()).not.toContain('"was"');
  });

  it('says of an update that moved a transfer from where, beside its document', () => {
    const was = { feat: transfer.feat, crts: 1, cred: 'other', debt: 'd' };
    const { bytes } = eventFrame({ sequence: 8, operation: 'update', transfer, was, at });
    expect(bytes.toString()).toContain(
      '"removedFields":[]},"was":{"feat":{"form":"asset","sort":"transfer"},' +
        '"crts":{"$numberInt":"1"},"cred":"other","debt":"d"}}\n\n',
    );
  });

  it('writes a position and an error', () => {
    expect(positionFrame(0).toString()).toBe(
      'data: {"_id":{"_data":"0"},"operationType":"position","ns":{"db":"ledger","coll":"transfers"}}\n\n',
    );
    expect(errorFrame('Too old.', 'RefetchRequired').toString()).toBe(
      'event: error\ndata: {"error":"Too old.","error_code":"RefetchRequired","link":""}\n\n',
    );
  });
});
