// The evaluation that a Hub client names: good files, useless ones, and those mended since.
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/weights.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hub_peer.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace meerslag;
using namespace meerslag::test;

namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;
using Bytes = std::vector<std::byte>;

/// The file form of weights that know men alone, each worth `men`.
Bytes weights_of_men(int men) {
    EvalWeights weights;
    weights.terms[static_cast<std::size_t>(Term::Man)] = {men * kWeightUnits, men * kWeightUnits};
    return weights.to_bytes();
}

const Bytes& good_file() {
    static const Bytes bytes = weights_of_men(7);
    return bytes;
}
constexpr std::string_view kScoreByGoodFile = "7.00";  // of score(), a man ahead

Bytes with_byte(Bytes bytes, std::size_t at, std::byte value) {
    bytes[at] = value;
    return bytes;
}

Bytes with_flipped_bit(Bytes bytes, std::size_t at) {
    bytes[at] ^= std::byte{0x10};
    return bytes;
}

/// A client with a file of weights. Each write gets a time of its own, so that no two of them look
/// the same to a coarse clock.
class Client {
public:
    void write(const Bytes& bytes) {
        write_within(bytes, start_ + std::chrono::seconds{2 * ++writes_});
    }
    /// Writes so that size and time stay as they are.
    void write_unseen(const Bytes& bytes) {
        REQUIRE(fs::file_size(path_) == bytes.size());
        write_within(bytes, fs::last_write_time(path_));
    }
    void remove() { fs::remove(path_); }

    /// What is answered.
    Lines set(const std::string& value) {
        return answers("set-param name=eval-file value=\"" + value + "\"");
    }
    Lines set_file() { return set(path()); }
    Lines answers(const std::string& line) {
        peer_.send(line);
        return read_up_to_pong(peer_);
    }

    /// Of a position with a man ahead; also checks that a search tells of no error.
    std::string score() {
        peer_.send("new-game");
        peer_.send("pos pos=W:W41,42,43,44:B6,7,8");
        peer_.send("level depth=1");
        peer_.send("go analyze");
        const Lines lines = read_until(peer_, "done");
        for (const std::string& line : lines) CHECK_FALSE(line.starts_with("error"));
        REQUIRE(lines.size() >= 2);
        const std::string& last = lines[lines.size() - 2];
        const std::size_t start = last.find("score=") + 6;
        return last.substr(start, last.find(' ', start) - start);
    }

    [[nodiscard]] std::string path() const { return path_.string(); }
    [[nodiscard]] Lines error(const std::string& reason) const {
        return {"error message=\"" + path() + ": no weights: " + reason + "\""};
    }
    [[nodiscard]] Lines missing() const { return {"error message=\"cannot open " + path() + "\""}; }

private:
    void write_within(const Bytes& bytes, fs::file_time_type time) {
        {
            std::ofstream file{path_, std::ios::binary};
            file.write(reinterpret_cast<const char*>(bytes.data()),
                       static_cast<std::streamsize>(bytes.size()));
            REQUIRE(file.good());
        }
        fs::last_write_time(path_, time);
    }

    const TemporaryFolder folder_{"eval-file"};
    const fs::path path_ = folder_ / "file.weights";
    const fs::file_time_type start_ = fs::file_time_type::clock::now();
    int writes_ = 0;
    SessionPeer peer_;
};

}  // namespace

TEST_CASE("the evaluation that is named is the one in use", "[protocol][hub][eval-file]") {
    Client client;
    client.write(good_file());
    const std::string own = client.score();
    CHECK(client.set_file().empty());
    CHECK(client.score() == kScoreByGoodFile);
    CHECK(client.set("hand-made").empty());
    const std::string hand_made = client.score();
    CHECK(hand_made != kScoreByGoodFile);
    CHECK(hand_made != own);
    CHECK(client.set_file().empty());
    CHECK(client.score() == kScoreByGoodFile);
    CHECK(client.set("").empty());
    CHECK(client.score() == own);
    CHECK(client.set("hand-made").empty());
    CHECK(client.score() == hand_made);
    CHECK(client.set("").empty());
    CHECK(client.score() == own);
}

TEST_CASE("a useless file of weights is told of each time it is named",
          "[protocol][hub][eval-file]") {
    Client client;
    const std::string own = client.score();
    const auto check_told = [&client, &own](const Lines& error) {
        CHECK(client.set_file() == error);
        CHECK(client.set_file() == error);
        CHECK(client.score() == own);
        CHECK(client.set("").empty());
    };
    check_told(client.missing());
    client.write({good_file().begin(), good_file().end() - 1});
    check_told(client.error("the file has the wrong size"));
    client.write(with_flipped_bit(good_file(), good_file().size() / 2));
    check_told(client.error("the file is damaged"));
    client.write(with_flipped_bit(good_file(), 20));  // of the checksum itself
    check_told(client.error("the file is damaged"));
    client.write(with_byte(good_file(), 4, std::byte{1}));
    check_told(client.error("the file has version 1, not 2"));
}

TEST_CASE("a mended file of weights is read when it is named again", "[protocol][hub][eval-file]") {
    Client client;
    CHECK(client.set_file() == client.missing());
    client.write(with_flipped_bit(good_file(), good_file().size() / 2));
    CHECK(client.set_file() == client.error("the file is damaged"));
    client.write_unseen(good_file());
    CHECK(client.set_file().empty());
    CHECK(client.score() == kScoreByGoodFile);
}

TEST_CASE("a mended file of weights is read before the next search", "[protocol][hub][eval-file]") {
    Client client;
    CHECK(client.set_file() == client.missing());
    const std::string own = client.score();
    CHECK(own != kScoreByGoodFile);
    client.write(with_flipped_bit(good_file(), 20));
    CHECK(client.score() == own);
    client.write(good_file());
    CHECK(client.score() == kScoreByGoodFile);
}

TEST_CASE("init reads a mended file of weights, and tells of one that is still no use",
          "[protocol][hub][eval-file]") {
    Client client;
    CHECK(client.set_file() == client.missing());
    CHECK(client.answers("init") == Lines{"ready"});  // told already, nothing has changed
    client.write(with_byte(good_file(), 4, std::byte{3}));
    CHECK(client.answers("init") ==
          Lines{client.error("the file has version 3, not 2").front(), "ready"});
    client.write(good_file());
    CHECK(client.answers("init") == Lines{"ready"});
    CHECK(client.score() == kScoreByGoodFile);
}

TEST_CASE("the evaluation in use stays until a good file is read", "[protocol][hub][eval-file]") {
    Client client;
    client.write(good_file());
    CHECK(client.set_file().empty());
    SECTION("another file is missing") {
        CHECK(client.set("no such file") == Lines{"error message=\"cannot open no such file\""});
        CHECK(client.score() == kScoreByGoodFile);
        CHECK(client.set_file().empty());
        CHECK(client.score() == kScoreByGoodFile);
    }
    SECTION("the same file is damaged since") {
        client.write(with_flipped_bit(good_file(), 20));
        CHECK(client.score() == kScoreByGoodFile);
        CHECK(client.set_file() == client.error("the file is damaged"));
        CHECK(client.score() == kScoreByGoodFile);
    }
    SECTION("without weights") {
        CHECK(client.set("hand-made").empty());
        const std::string hand_made = client.score();
        client.remove();
        CHECK(client.set_file() == client.missing());
        CHECK(client.score() == hand_made);
    }
}

TEST_CASE("a good file of weights is read again only if it has changed",
          "[protocol][hub][eval-file]") {
    Client client;
    client.write(good_file());
    CHECK(client.set_file().empty());
    client.write_unseen(with_flipped_bit(good_file(), 20));
    CHECK(client.set_file().empty());  // an error if it were read
    CHECK(client.answers("init") == Lines{"ready"});
    CHECK(client.score() == kScoreByGoodFile);
    client.write(weights_of_men(5));
    CHECK(client.score() == kScoreByGoodFile);  // not in the middle of a game
    CHECK(client.set_file().empty());
    CHECK(client.score() == "5.00");
}
