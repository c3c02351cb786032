import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { idCursor } from '../../../../src/adapters/http/codecs/id-cursor.ts'

const ID = '0190b4f2-7c1a-7000-8000-000000000001'

describe('the cursor of a list by id', () => {
  it('is read as the id that was written', () => {
    const { read, write } = idCursor('mail:')
    expect(read(write(ID))).to.deep.equal(right(ID))
  })

  it('is refused where another list, another spelling or no id stands in it', () => {
    const { read, write } = idCursor('mail:')
    const cursors = [
      idCursor('acts:').write(ID),
      idCursor('').write(ID),
      write(ID.toUpperCase()),
      write(`${ID}0`),
      write(''),
      `${write(ID)}=`,
      `${write(ID)} `,
      ID,
      '',
    ]
    expect(cursors.filter((cursor) => !isLeft(read(cursor)))).to.deep.equal([])
  })
})
