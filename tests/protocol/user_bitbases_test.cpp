// The user's bitbases beside the program's own.
#include "protocol/user_bitbases.hpp"

#include <fstream>

#include "engine/bitbase_file.hpp"
#include "protocol/bitbase_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hub_peer.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace {

using Lines = std::vector<std::string>;

const Material kFivePieces{{1, 0}, {0, 4}};
constexpr std::string_view kFivePiecesFen = "W:W49:BK1,K2,K3,K4";

/// Slices of five pieces in which all is drawn, whatever the truth.
void save_drawn_slices(BitbaseFolder folder) {
    for (const Material& material : {kFivePieces, kFivePieces.turned()}) {
        SolvedSlice slice{BitbaseIndex{material}, {}};
        slice.values.assign(slice.index.size(), EndValue{}.byte());
        REQUIRE(folder.save(material.name(), encode_slice(slice, SolveMode::Outcome, 1)));
    }
}

}  // namespace

TEST_CASE("larger bitbases are added from the folder that is named", "[protocol][bitbase]") {
    const TemporaryFolder temporary{"user-bitbases"};
    save_drawn_slices(BitbaseFolder{temporary.path()});
    const UserBitbases opened = open_user_bitbases(temporary.path().string());
    CHECK(opened.problem().empty());
    CHECK(opened.bitbases->max_pieces() == 5);
    CHECK(opened.bitbases->probe(position_of(kFivePiecesFen)) == Outcome::Draw);
    CHECK(opened.bitbases->slices().size() == embedded_bitbases()->slices().size() + 2);
}

TEST_CASE("what cannot be used of a folder is told, and the rest used", "[protocol][bitbase]") {
    const TemporaryFolder temporary{"user-bitbases"};
    const std::string missing = (temporary / "missing").string();
    CHECK(open_user_bitbases(missing).problem() == missing + ": no such folder");
    CHECK(open_user_bitbases(missing).bitbases == embedded_bitbases());

    const std::string folder = temporary.path().string();
    CHECK(open_user_bitbases(folder).problem() ==
          folder + ": no bitbases with more pieces than the program's");

    save_drawn_slices(BitbaseFolder{temporary.path()});
    std::ofstream{temporary / "0m1k-0m4k.meerslag"} << "no bitbase";
    const UserBitbases opened = open_user_bitbases(folder);
    CHECK(opened.problem() == (temporary / "0m1k-0m4k.meerslag: it is too short").string());
    CHECK(opened.bitbases->max_pieces() == 5);
}

TEST_CASE("of several problems the first is told", "[protocol][bitbase]") {
    const UserBitbases three{embedded_bitbases(), {"a", "b", "c"}};
    CHECK(three.problem() == "a; and 2 more problems with bitbases");
}

TEST_CASE("a Hub client sets the folder of the bitbases", "[protocol][hub][bitbase]") {
    const TemporaryFolder temporary{"user-bitbases"};
    save_drawn_slices(BitbaseFolder{temporary.path()});
    SessionPeer peer;
    const auto score_of = [&peer](const std::string& fen) {
        peer.send("pos pos=" + fen);
        peer.send("level depth=3");
        peer.send("go analyze");
        const std::string last = read_until(peer, "done").end()[-2];
        const std::size_t start = last.find("score=");
        return last.substr(start, last.find(' ', start) - start);
    };
    peer.send("set-param name=bitbase-path value=\"" + temporary.path().string() + "\"");
    peer.send("init");
    CHECK(read_up_to_pong(peer) == Lines{"ready"});
    CHECK(score_of(std::string{kFivePiecesFen}) == "score=0.00");
    peer.send("set-param name=bb-size value=4");
    CHECK(score_of(std::string{kFivePiecesFen}) != "score=0.00");
}

TEST_CASE("a Hub client is told of a folder that is not there, and played with on",
          "[protocol][hub][bitbase]") {
    SessionPeer peer;
    peer.send("set-param name=bitbase-path value=/no/such/folder");
    peer.send("init");
    CHECK(read_up_to_pong(peer) ==
          Lines{"error message=\"/no/such/folder: no such folder\"", "ready"});
    peer.send("pos pos=W:WK1,K29,K43:BK49");
    peer.send("level depth=3");
    peer.send("go think");
    const Lines lines = read_until(peer, "done");
    CHECK(lines.front().find("score=99.87 ") != std::string::npos);
    CHECK(lines.back().starts_with("done move="));
}

TEST_CASE("with bb-size 0 a Hub client gets no result of a bitbase", "[protocol][hub][bitbase]") {
    SessionPeer peer;
    peer.send("set-param name=bb-size value=0");
    peer.send("pos pos=W:WK1,K29,K43:BK49");
    peer.send("level depth=3");
    peer.send("go think");
    for (const std::string& line : read_until(peer, "done")) {
        CHECK(line.find("score=99") == std::string::npos);
        CHECK(line.find("score=89") == std::string::npos);
    }
}
