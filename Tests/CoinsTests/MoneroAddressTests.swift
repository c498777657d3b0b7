import Coins
import Family
import LocalChain
import Testing

@Suite struct MoneroAddressTests {
    @Test func `an address says its chain, its kind and its keys`() throws {
        let address = try #require(MoneroAddress(WatchedWallet.anna.keys.address))
        #expect(address.network == .main)
        #expect(address.kind == .primary)
        #expect(address.spendKey.count == 32 && address.viewKey.count == 32)
        #expect(address.spendKey != address.viewKey)
        #expect(MoneroAddress(WatchedWallet.anna.second)?.kind == .sub)
    }

    @Test func `an address of another chain is told as that`() {
        // Of the test chain's own documentation.
        let text = "9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8"
        #expect(MoneroAddress(text)?.network == .test)
    }

    @Test func `refuses text that is not an address`() {
        let good = WatchedWallet.anna.keys.address
        for text in ["", "4", "0" + good.dropFirst(), String(good.dropLast()), good + "1", " " + good, good + good] {
            #expect(MoneroAddress(text) == nil, "\(text)")
        }
        #expect(MoneroAddress(String(repeating: "z", count: 95)) == nil, "a block beyond eight bytes")
    }
}
